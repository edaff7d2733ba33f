import { isIP, isIPv6 } from "node:net";
import { matchAll, type Entity } from "../entity.js";

const IPV4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\w)/g;
const IPV6 = /(?<![\w:.])[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,8}(?![\w:])/g;

/** Matches a part of every IPv6 address. Searching for this part is faster than searching for the whole address. */
const TWO_COLONS = /:[0-9a-fA-F]{0,4}:/;

/** Returns the IP addresses in a text. An IPv6 address must have a digit, because `a::b` is usually a name in code. */
export function recognizeIpAddresses(text: string): Entity[] {
  const ipv4 = matchAll(text, IPV4, "IP_ADDRESS", 0.6, (value) => isIP(value) === 4);
  if (!TWO_COLONS.test(text)) return ipv4;
  return [
    ...ipv4,
    ...matchAll(text, IPV6, "IP_ADDRESS", 0.6, (value) => isIPv6(value) && /\d/.test(value)),
  ];
}
