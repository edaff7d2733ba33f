import { readRegion, type RegionFindings, type RegionTools } from "./region-reader.js";
import type { Region } from "../segment/region.js";

/** Minimum length of a region whose findings are kept: it takes little time to read a shorter one again. */
const LEAST_KEPT = 4096;

interface Reading {
  readonly region: Region;
  readonly findings: RegionFindings;
  /** The parts of the region that were not read, because they do not pass the gate. */
  readonly unread: readonly string[];
  /** Restores what the region did to the files of the document. */
  readonly restore: () => void;
}

/**
 * Reads the regions of a document, which may be read again for the files that it names: a long region before the first known file
 * yields the same as before, unless an unread part of it names one of the files.
 */
export class Readings {
  private readonly kept: Reading[] = [];

  constructor(private readonly tools: RegionTools) {}

  read(region: Region): RegionFindings {
    const { budget, state } = this.tools;
    const { downloads, files } = state;
    if (region.source.text.length < LEAST_KEPT || !downloads.isUntouched || !files.isUntouched)
      return readRegion(region, this.tools);
    const same = this.kept.find((reading) => isSame(reading.region, region));
    if (same !== undefined && !same.unread.some((part) => state.namesFile(part))) {
      same.restore();
      return same.findings;
    }
    const before = downloads.unreadCount;
    const findings = readRegion(region, this.tools);
    const restoreFiles = files.keep();
    if (same === undefined && restoreFiles !== null && !budget.expired()) {
      const restoreDownloads = downloads.keep();
      const restore = (): void => {
        restoreFiles();
        restoreDownloads();
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
