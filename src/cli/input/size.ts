/** Maximum size of an input by default, in bytes. */
export const DEFAULT_MAX_SIZE = 64 * 1024 * 1024;

/** Returns a size with a suitable unit, such as `64 MiB`. */
export function showSize(bytes: number): string {
  const unit = bytes >= 1024 ** 3 ? 3 : bytes >= 1024 ** 2 ? 2 : bytes >= 1024 ? 1 : 0;
  const value = bytes / 1024 ** unit;
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${["bytes", "KiB", "MiB", "GiB"][unit]}`;
}
