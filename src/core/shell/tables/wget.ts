import type { OptionTable } from "../options.js";
import { defineTable, list } from "./define.js";

// Long switches take an optional `=on|off`, and `--no-NAME` is their negation (wget 1.x).
const SWITCHES = `
    adjust-extension ask-password auth-no-challenge background backup-converted backups cache check-certificate clobber
    content-disposition content-on-error continue convert-file-only convert-links cookies debug delete-after directories
    dns-cache follow-ftp force-directories force-html ftps-clear-data-connection ftps-fallback-to-ftp ftps-implicit
    ftps-resume-ssl glob host-directories hsts html-extension htmlify http-keep-alive https-only if-modified-since
    ignore-case ignore-length inet4-only inet6-only iri keep-badhash keep-session-cookies metalink-over-http mirror netrc
    page-requisites parent passive-ftp preserve-permissions protocol-directories proxy quiet random-wait recursive
    relative remove-listing report-speed restrict-file-names retr-symlinks retry-connrefused retry-on-host-error
    save-headers server-response show-progress span-hosts spider strict-comments timestamping trust-server-names unlink
    use-server-timestamps verbose verify-sig warc-cdx warc-compression warc-digests warc-keep-log xattr`;

const VALUES = `
    accept accept-regex append-output base bind-address bind-dns-address body-data body-file ca-certificate ca-directory
    certificate certificate-type ciphers compression config connect-timeout crl-file cut-dirs default-page
    directory-prefix dns-servers dns-timeout domains dot-style egd-file exclude-directories exclude-domains execute
    follow-tags ftp-password ftp-user header hsts-file http-passwd http-password http-user ignore-tags
    include-directories input-file input-metalink level limit-rate load-cookies local-encoding max-redirect
    metalink-index method output-document output-file password pinnedpubkey post-data post-file prefer-family
    preferred-location private-key private-key-type progress proxy-passwd proxy-password proxy-user quota random-file
    read-timeout referer regex-type reject reject-regex rejected-log remote-encoding retry-on-http-error save-cookies
    secure-protocol start-pos timeout tries use-askpass user user-agent wait waitretry warc-dedup warc-file warc-header
    warc-max-size warc-tempdir`;

export const wget: OptionTable = defineTable({
  flags: "46bcdEFhHkKLmNpqrSvVx",
  values: "aABDeiIlnoOPQRtTUwXY",
  pairs: "nc nd nH np nv",
  longFlags: `dont-remove-listing help version no-config ${list(SWITCHES).map((name) => `no-${name}`).join(" ")}`,
  longValues: VALUES,
  longOptional: SWITCHES,
});
