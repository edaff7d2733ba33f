import { readRegion, type RegionFindings, type RegionTools } from "./region-reader.js";
import type { Region } from "../segment/region.js";

/** Minimum length of a region whose findings are kept: it takes little time to read a shorter one again. */
const MIN_KEPT_LENGTH = 4096;

interface Reading {
  readonly region: Region;
  readonly findings: RegionFindings;
  /** The parts of the region that were not read, because they do not pass the gate. */
  readonly unread: readonly string[];
  /** Restores the effect of the region on the files and definitions of the document. */
  readonly restore: () => void;
}

/**
 * Reads the regions of a document, and keeps the findings of long regions for when the document is read again with the names of its
 * files. The findings of a region that is read before any file is known stay the same, unless an unread part of it names a file.
 */
export class RegionCache {
  private readonly kept: Reading[] = [];

  constructor(private readonly tools: RegionTools) {}

  read(region: Region): RegionFindings {
    const { budget, state } = this.tools;
    const { downloads, files, definitions } = state;
    const isShort = region.source.text.length < MIN_KEPT_LENGTH;
    if (isShort || !downloads.isUntouched || !files.isUntouched)
      return readRegion(region, this.tools);
    const same = this.kept.find((reading) => isSame(reading.region, region));
    if (
      same !== undefined &&
      !same.unread.some((part) => state.namesOther(part)) &&
      !definitions.mentions(region.source.text)
    ) {
      same.restore();
      return same.findings;
    }
    const before = downloads.unreadCount;
    const { latest } = definitions;
    const findings = readRegion(region, this.tools);
    const restoreFiles = files.keep();
    if (same === undefined && restoreFiles !== null && !budget.expired()) {
      const restoreDownloads = downloads.keep();
      const defined = definitions.latest === latest ? null : definitions.latest;
      const restore = (): void => {
        restoreFiles();
        restoreDownloads();
        if (defined !== null) definitions.add(defined);
      };
      this.kept.push({ region, findings, unread: downloads.unreadSince(before), restore });
    }
    return findings;
  }
}

function isSame(one: Region, other: Region): boolean {
  return (
    one.start === other.start &&
    one.kind === other.kind &&
    one.language === other.language &&
    one.tag === other.tag &&
    one.amongText === other.amongText &&
    one.source.text === other.source.text
  );
}
