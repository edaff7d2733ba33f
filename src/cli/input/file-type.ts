/** The functions that determine the type of a file from its path and its first line. The core defines them with all languages. */
export { kindOfFile as kindOf, tagOfFirstLine as shebangTag } from "../../core/index.js";
