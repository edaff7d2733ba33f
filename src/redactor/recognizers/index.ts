import type { Recognizer } from "../entity.js";
import { recognizeCredentials } from "./credential.js";
import { recognizeIpAddresses } from "./ip.js";
import { recognizeLinks } from "./link.js";
import { recognizeCards, recognizeIbans, recognizeSsns } from "./number.js";
import { recognizePhoneNumbers } from "./phone.js";

/** All recognizers that run on this machine. */
export const recognizers: readonly Recognizer[] = [
  recognizeCredentials,
  recognizeLinks,
  recognizeIpAddresses,
  recognizeCards,
  recognizeIbans,
  recognizeSsns,
  recognizePhoneNumbers,
];
