import { CURL_OUTPUT, WGET_OUTPUT } from "./rewrite-command.js";

/** Returns the reason why a command line cannot be rewritten as several commands, or a general reason if none is known. */
export function refusalOf(command: string): string {
  const addresses = command.match(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'`|)]+/gi) ?? [];
  const [address = ""] = addresses;
  const words = command.split(/[\s()]+/);
  const tool = words.find((word) => word === "curl" || word === "wget") ?? "";
  const output = words.find((word) => (tool === "wget" ? WGET_OUTPUT : CURL_OUTPUT).test(word));
  const sudo =
    /\bsudo\b[^|;&]*?\s(-[a-zA-Z]*[isDRgCTU]\b|--(?:login|shell|chdir|chroot|group))/.exec(
      command,
    )?.[1];
  if (tool !== "" && addresses.length === 0) return "its address has no scheme such as https://";
  if (addresses.length > 1) return "it names several addresses";
  if (/[${}[\]*<>]/.test(address))
    return `its address contains something that the shell expands: ${address}`;
  if (sudo !== undefined) return `sudo ${sudo} changes the environment or the user of the program`;
  if (/\|(?!\|)[^|]*\|(?!\|)/.test(command))
    return "a filter is between the download and the program";
  if (/\d?[<>]{1,2}(?!\()&?/.test(command.replace(/'[^']*'|"[^"]*"/g, "")))
    return "it redirects what it reads or writes";
  if (tool !== "" && output !== undefined && !/^-q?O-?$|^-o-?$/.test(output))
    return `the option ${output} of ${tool} changes what it prints, writes or reads`;
  if (/\|[^|]*\s-/.test(command))
    return "the options of the program cannot be distinguished from the arguments of the script";
  return "its command cannot be rewritten without changing its meaning";
}
