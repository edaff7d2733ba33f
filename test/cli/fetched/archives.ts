import { gzipSync } from "node:zlib";

const BLOCK = 512;

/** A member of a tar archive. */
export interface TarMember {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** The type flag, a single character; by default `0`, which means a file. */
  readonly type?: string;
  readonly link?: string;
}

/** Returns a tar archive with these members. The names and links are not checked, so that tests can build dangerous archives. */
export function tarOf(members: readonly TarMember[]): Uint8Array {
  const parts = members.flatMap(({ name, content = "", type = "0", link = "" }) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(BLOCK);
    header.write(name, 0, 100, "utf8");
    header.write("0000644\0", 100);
    header.write("0000000\0", 108);
    header.write("0000000\0", 116);
    header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write("00000000000\0", 136);
    header.write("        ", 148);
    header.write(type, 156);
    header.write(link, 157, 100, "utf8");
    header.write("ustar\u000000", 257, "latin1");
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

/** Returns a tar archive that is compressed with gzip. */
export function tgzOf(members: readonly TarMember[]): Uint8Array {
  return gzipSync(tarOf(members));
}
