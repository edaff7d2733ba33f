export function eraseTypes(text: string): string {
  return text;
}
