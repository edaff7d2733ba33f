import { Failure } from "../failure.js";

/** Why an archive is rejected. */
export type RefusalReason =
  | "too-many-files"
  | "too-large"
  | "ratio"
  | "path"
  | "name"
  | "link"
  | "special-file"
  | "duplicate"
  | "encrypted"
  | "damaged"
  | "not-an-archive";

/** An archive or repository that is not unpacked, with the reason for programs and a message for people. */
export class RefusedArchive extends Failure {
  constructor(
    readonly reason: RefusalReason,
    message: string,
  ) {
    super(message);
  }
}
