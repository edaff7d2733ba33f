import { describe, expect, it } from "vitest";
import type { Role } from "../../../src/core/query/role.js";
import { prefixOf } from "../../../src/core/shell/prefixes.js";
import launchers from "../../../src/core/shell/tables/launchers.json" with { type: "json" };
import wrappers from "../../../src/core/shell/tables/wrappers.json" with { type: "json" };
import { loadAssets } from "../../../src/host/node.js";
import { allPrefixRoles, prefixRoles } from "../../support/prefix-roles.js";

const roles = await prefixRoles();

/** Returns the role of a name in the package's patterns. */
function roleOf(name: string): Role {
  const role = roles.get(name);
  if (role === undefined) throw new Error(`${name} is no wrapper and no launcher`);
  return role;
}

/** Parses the words of a wrapper or launcher. Returns how they run a command, then the command. `?` is a word of unknown value. */
function leads(line: string): string {
  const words = line.split(" ").map((word) => (word === "?" ? null : word));
  const prefix = prefixOf(roleOf(words[0] ?? ""), words, 0);
  const rest = words.slice(prefix.next).map((word) => word ?? "?");
  const code =
    prefix.codeAt === undefined ? [] : [(words[prefix.codeAt] ?? "?").slice(prefix.codeOffset)];
  const entry =
    prefix.entryAt === undefined ? [] : [(words[prefix.entryAt] ?? "?").slice(prefix.entryOffset)];
  const kind = prefix.joined ? "joined" : prefix.kind;
  return [`${kind}:`, ...code, ...entry, ...rest].join(" ");
}

describe("the words of wrappers", () => {
  it.each([
    ["sudo sh -s", "words: sh -s"],
    ["sudo -E -H bash -", "words: bash -"],
    ["sudo -u app sh", "words: sh"],
    ["sudo -uapp -g staff sh", "words: sh"],
    ["sudo --user=app --group staff sh", "words: sh"],
    ["sudo --preserve-env=PATH,HOME -EHu app -- bash -eu", "words: bash -eu"],
    ["sudo --preserve-env bash", "words: bash"],
    ["sudo -h host -p prompt -C 5 -T 10 -r role -t type -D / -R / sh", "words: sh"],
    ["sudo A=1 -u app B=2 sh", "words: sh"],
    ["sudo -n -k -S -b -A sh", "words: sh"],
    ["sudo -i bash", "words: bash"],
    ["sudo -s bash -x", "words: bash -x"],
    ["sudo -i", "login:"],
    ["sudo -l sh", "none:"],
    ["sudo -v", "none:"],
    ["sudo -K", "none:"],
    ["sudo -e sh", "none:"],
    ["sudo --list sh", "none:"],
    ["sudo", "none:"],
    ["sudo ? sh", "words: ? sh"],
    ["sudo -u ? sh", "words: sh"],
    ["doas -u app -n sh", "words: sh"],
    ["doas -C f sh", "none:"],
    ["env sh", "words: sh"],
    ["env A=1 B= sh", "words: sh"],
    ["env - A=1 sh", "words: sh"],
    ["env -i -u A -C / sh", "words: sh"],
    ["env --unset=A --chdir=/ --ignore-environment sh", "words: sh"],
    ["env --unset A --chdir / -- sh", "words: sh"],
    ["env --default-signal=PIPE sh", "words: sh"],
    ["env -S bash_-c code", "split: bash_-c code"],
    ["env -Sbash_-x", "split: bash_-x"],
    ["env -iS bash_-x", "split: bash_-x"],
    ["env --split-string=bash code", "split: bash code"],
    ["env -0", "none:"],
    ["env", "none:"],
    ["command sh", "words: sh"],
    ["command -p sh", "words: sh"],
    ["command -v sh", "none:"],
    ["command -V sh", "none:"],
    ["command -pv sh", "none:"],
    ["builtin eval x", "words: eval x"],
    ["exec sh", "words: sh"],
    ["exec -a name -cl sh -c x", "words: sh -c x"],
    ["exec", "none:"],
    ["nohup sh", "words: sh"],
    ["nohup --help", "none:"],
    ["time -p sh", "words: sh"],
    ["time -f %e -o f -a -v sh", "words: sh"],
    ["time --format=%e --output f sh", "words: sh"],
    ["nice -n 10 sh", "words: sh"],
    ["nice -n10 sh", "words: sh"],
    ["nice -10 sh", "words: sh"],
    ["nice --10 sh", "words: sh"],
    ["nice --adjustment=5 sh", "words: sh"],
    ["ionice -c 3 -n 7 -t sh", "words: sh"],
    ["ionice -c3 sh", "words: sh"],
    ["ionice --class idle sh", "words: sh"],
    ["ionice -c 3 -p 1", "none:"],
    ["stdbuf -o L -e0 -i 0 sh", "words: sh"],
    ["stdbuf --output=L sh", "words: sh"],
    ["setsid -w sh", "words: sh"],
    ["timeout 5 sh", "words: sh"],
    ["timeout -s KILL -k 5 60 sh", "words: sh"],
    ["timeout --signal=KILL --kill-after 5 --preserve-status 60 sh", "words: sh"],
    ["timeout ? sh", "words: sh"],
    ["timeout 5", "none:"],
    ["busybox sh -s", "words: sh -s"],
    ["busybox --list", "none:"],
    ["arch -x86_64 sh", "words: sh"],
    ["arch -arm64e -e A=1 sh", "words: sh"],
    ["arch", "none:"],
    ["chroot /mnt sh", "words: sh"],
    ["chroot --userspec=a:b --groups g --skip-chdir /mnt sh", "words: sh"],
    ["chroot /mnt", "none:"],
    ["unshare -Urm --fork sh", "words: sh"],
    ["unshare -R / -w / --map-user=0 --kill-child sh", "words: sh"],
    ["nsenter -t 1 -m -u -i -n -p -- sh", "words: sh"],
    ["nsenter --target 1 --all --mount=/x sh", "words: sh"],
    ["flock f sh", "words: sh"],
    ["flock -w 5 -E 3 -x f sh -s", "words: sh -s"],
    ["flock f -c code", "code: code"],
    ["flock -n f --command code", "code: code"],
    ["flock -x 9", "none:"],
    ["systemd-run --unit x -p A=b -t --wait sh", "words: sh"],
    ["systemd-run --user --scope --uid=0 -- sh", "words: sh"],
    ["systemd-run -S", "none:"],
  ])("%s → %s", (line, expected) => {
    expect(leads(line)).toBe(expected);
  });
});

describe("the words of launchers", () => {
  it.each([
    ["docker run image sh -s", "words: sh -s"],
    ["docker run --rm -it -v /a:/b -e A=1 --name n image sh", "words: sh"],
    ["docker run -itv/a:/b --network=host image sh", "words: sh"],
    ["docker -H tcp://h --context c run -i image sh", "words: sh"],
    ["docker --log-level debug container run image sh", "words: sh"],
    ["docker exec -i -u root -w / name bash", "words: bash"],
    ["docker exec -it name bash -c code", "words: bash -c code"],
    ["docker run --entrypoint sh image -c code", "words: sh -c code"],
    ["docker run --entrypoint=sh image", "words: sh"],
    ["docker run image", "none:"],
    ["docker ps sh", "none:"],
    ["docker build . sh", "none:"],
    ["docker ? image sh", "none:"],
    ["docker --version run image sh", "none:"],
    ["docker", "none:"],
    ["docker compose -f f -p n run --rm -e A=1 service sh", "words: sh"],
    ["docker compose exec -T service sh", "words: sh"],
    ["docker compose up sh", "none:"],
    ["docker-compose --profile p exec -u root service sh", "words: sh"],
    ["podman run --rm --userns keep-id image sh", "words: sh"],
    ["podman --remote exec -i name sh", "words: sh"],
    ["nerdctl --namespace k8s.io run image sh", "words: sh"],
    ["kubectl exec pod -- sh", "words: sh"],
    ["kubectl exec -it pod -c name -- sh -s", "words: sh -s"],
    ["kubectl -n ns exec -i deploy/app --container=name -- sh", "words: sh"],
    ["kubectl exec -n ns --stdin --tty pod -- sh", "words: sh"],
    ["kubectl exec -f pod.yaml -- sh", "words: sh"],
    ["kubectl exec pod", "none:"],
    ["kubectl apply -f -", "none:"],
    ["lxc exec name -- sh", "words: sh"],
    ["lxc exec name --cwd / --env A=1 -- sh", "words: sh"],
    ["lxc exec --user 0 name sh", "words: sh"],
    ["lxc list", "none:"],
    ["ssh host sh -s", "joined: sh -s"],
    ["ssh -p 22 -i key -o A=b -l me host sh", "joined: sh"],
    ["ssh -tt -J jump -L 1:h:2 -R 1:h:2 -D 9 -F f me@host -- sh", "joined: sh"],
    ["ssh host -p 22 sh -c code", "joined: sh -c code"],
    ["ssh -p22 host curl_A_|_sh", "joined: curl_A_|_sh"],
    ["ssh ? sh", "joined: sh"],
    ["ssh -N host sh", "none:"],
    ["ssh host", "login:"],
    ["su -c code", "code: code"],
    ["su - -c code", "code: code"],
    ["su - app -c code", "code: code"],
    ["su -s /bin/sh -c code app", "code: code"],
    ["su app --command=code", "code: code"],
    ["su -lc code app", "code: code"],
    ["su -ccode", "code: code"],
    ["su - app -- -c code", "code: code"],
    ["su - app", "login:"],
    ["su app sh", "login:"],
    ["xargs sh", "words: sh"],
    ["xargs -I % -n 1 -P 4 sh -c code", "words: sh -c code"],
    ["xargs -I{} -0 -r bash", "words: bash"],
    ["xargs -d , --max-args=1 sh", "words: sh"],
    ["xargs -i -l -e sh", "words: sh"],
    ["xargs --replace sh", "words: sh"],
    ["xargs -0", "none:"],
  ])("%s → %s", (line, expected) => {
    expect(leads(line)).toBe(expected);
  });
});

describe("the tables of wrappers and launchers", () => {
  it("have exactly the rows that queries may name, and the package uses all of them", async () => {
    const { captures } = (await loadAssets()).registry;
    const rows = Object.keys({ ...wrappers, ...launchers })
      .filter((name) => !name.includes(" "))
      .sort();
    const named = [
      ...(captures["flow.wrapper"]?.tables ?? []),
      ...(captures["flow.launcher"]?.tables ?? []),
    ];
    expect([...named].sort()).toEqual(rows);
    const used = new Set(
      (await allPrefixRoles()).flatMap(([, { settings }]) => settings["options"] ?? []),
    );
    expect([...used].sort()).toEqual(rows);
  });

  it("apply to the words after the index of the name", () => {
    expect(prefixOf(roleOf("sudo"), ["A", "sudo", "-u", "app", "sh"], 1)).toEqual({
      kind: "words",
      next: 4,
    });
  });

  it.each([...roles.keys()])("are read for %s without operands and with 100,000 words", (name) => {
    const kinds = {
      other:
        /^(?:find|fd|fdfind|dotenvx?|distrobox-enter|gdb|lldb|capsh|(?:schtasks|sc|forfiles|pcalua|scriptrunner|wmic)(?:\.exe)?)$/,
      login: /^(?:su|runuser|parallel|cmd(?:\.exe)?)$/,
    };
    const [expected = "none"] = Object.entries(kinds).find(([, names]) => names.test(name)) ?? [];
    expect(prefixOf(roleOf(name), [name], 0).kind).toBe(expected);
    const words = [
      name,
      ...Array.from({ length: 50_000 }, () => "A=1"),
      ...Array.from({ length: 50_000 }, () => "-x"),
    ];
    expect(prefixOf(roleOf(name), words, 0).kind).toMatch(/none|words|login|other/);
  });
});

describe("a layout that a pattern defines", () => {
  const role = (settings: Role["settings"]): Role => ({
    capture: "flow.wrapper",
    settings,
    rule: null,
    pattern: "mine/bash/wrappers.scm:1",
  });
  const next = (settings: Role["settings"], line: string): string => {
    const words = line.split(" ");
    const prefix = prefixOf(role(settings), words, 0);
    const code =
      prefix.codeAt === undefined ? [] : [(words[prefix.codeAt] ?? "").slice(prefix.codeOffset)];
    return [`${prefix.kind}:`, ...code, ...words.slice(prefix.next)].join(" ");
  };

  it.each<[Role["settings"], string, string]>([
    [{ operands: "0" }, "firejail --net=none sh -s", "words: sh -s"],
    [{ operands: "0" }, "firejail --version", "none:"],
    [{ operands: "0", values: "-u --user" }, "jail -u app --user root sh", "words: sh"],
    [{ operands: "1" }, "jail root sh", "words: sh"],
    [{ operands: "1" }, "jail root", "none:"],
    [{ operands: "0", idle: "-l" }, "jail -l sh", "none:"],
    [{ operands: "0", assignments: "yes" }, "jail A=1 sh", "words: sh"],
    [{ operands: "0", code: "-c --command" }, "jail -c code", "code: code"],
    [{ operands: "0", code: "-c --command" }, "jail --command=code", "code: code"],
    [{ operands: "1", subcommands: "run enter" }, "toolbox run image sh", "words: sh"],
    [{ operands: "0", subcommands: "run enter" }, "toolbox list sh", "none:"],
    [{ operands: "0", flags: "-net", values: "-user" }, "jail -net -user app sh", "words: sh"],
  ])("%j: %s → %s", (settings, line, expected) => {
    expect(next(settings, line)).toBe(expected);
  });
});
