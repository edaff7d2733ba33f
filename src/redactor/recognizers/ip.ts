import { isIP, isIPv6 } from "node:net";
import { matchAll, type Entity } from "../entity.js";

const IPV4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\w)/g;
const IPV6 = /(?<![\w:.])[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,8}(?![\w:])/g;

/** A part of every IPv6 address; searching for the complete pattern everywhere takes longer. */
const TWO_COLONS = /:[0-9a-fA-F]{0,4}:/;

/** Internet addresses. `a::b` without a digit is a name of code more often than an address. */
export function recognizeIpAddresses(text: string): Entity[] {
  const short = matchAll(text, IPV4, "IP_ADDRESS", 0.6, (value) => isIP(value) === 4);
  if (!TWO_COLONS.test(text)) return short;
  return [
    ...short,
    ...matchAll(text, IPV6, "IP_ADDRESS", 0.6, (value) => isIPv6(value) && /\d/.test(value)),
  ];
}
