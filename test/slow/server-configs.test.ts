/** Tests that the installed nginx accepts the example configuration. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../cli/folder-with.js";

describe("deploy/nginx.conf", () => {
  it("is accepted by the installed nginx", () => {
    const cwd = folderWith({
      "nginx.conf": "pid nginx.pid;\nevents {}\nhttp { include site.conf; }\n",
    });
    const site = readFileSync("deploy/nginx.conf", "utf8").replaceAll("/etc/ssl/curlew", cwd);
    writeFileSync(join(cwd, "site.conf"), site);
    const [key, certificate] = [join(cwd, "key.pem"), join(cwd, "fullchain.pem")];
    const openssl = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=x -keyout ${key} -out ${certificate}`;
    execFileSync("openssl", openssl.split(" "), { stdio: "ignore" });
    const { status, stderr } = spawnSync(
      "nginx",
      ["-t", "-p", cwd, "-c", join(cwd, "nginx.conf"), "-g", "error_log stderr;"],
      { encoding: "utf8" },
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining("test is successful")]);
  });
});
