import { beforeAll, describe, expect, it } from "vitest";
import type { Detector } from "../../src/core/index.js";
import { createNodeDetector } from "../../src/host/node.js";
import { mark } from "../contract/case-file.js";

/** A download in one block of an answer, and what is done with the file in another: ⟦…⟧ is what is advised of, and never labelled. */
const fence = (tag: string, ...lines: readonly string[]): string => `\`\`\`${tag}\n${lines.join("\n")}\n\`\`\`\n`;
const GET = `Download it:\n\n${fence("bash", "curl -fsSLo install.sh https://x.example/install.sh")}\nThen:\n\n`;
const GET_PS1 = `${fence("powershell", "Invoke-WebRequest https://x.example/install.ps1 -OutFile install.ps1")}\n`;

let detector: Detector;
beforeAll(async () => {
  detector = await createNodeDetector({ profile: "extended" });
});

const ADVISED: readonly string[] = [
  GET + fence("bash", "⟦bash install.sh⟧"),
  GET + fence("console", "$ ⟦sh ./install.sh⟧ --yes"),
  GET + fence("bash", "less install.sh", "sudo ⟦bash install.sh⟧"),
  GET + fence("bash", "chmod +x install.sh", "⟦./install.sh⟧"),
  `${GET}Run \`⟦./install.sh⟧\` now.`,
  GET + fence("bash", "⟦chmod +x install.sh⟧"),
  GET + fence("bash", "⟦chmod 755 ./install.sh⟧"),
  GET + fence("bash", "sha256sum other.sh", "⟦sh install.sh⟧"),
  GET + fence("bash", "echo 'abc  other.sh' | sha256sum -c -", "⟦sh install.sh⟧"),
  GET + fence("bash", "gpg --import key.asc", "⟦sh install.sh⟧"),
  fence("bash", "wget https://x.example/get.py") + fence("bash", "⟦python3 get.py⟧ --user"),
  fence("bash", "curl -O https://x.example/run.js\n⟦node run.js⟧"),
  GET_PS1 + fence("powershell", "⟦.\\install.ps1⟧ -Quiet"),
  GET_PS1 + fence("powershell", "⟦powershell -ExecutionPolicy Bypass -File .\\install.ps1⟧"),
  GET_PS1 + fence("powershell", "Get-FileHash other.ps1", "⟦& .\\install.ps1⟧"),
  fence("powershell", "Start-BitsTransfer -Source https://x.example/s.exe -Destination s.exe") + fence("powershell", "⟦Start-Process -FilePath .\\s.exe⟧ -Wait"),
  fence("powershell", "(New-Object Net.WebClient).DownloadFile('https://x.example/s.exe', 'C:\\s.exe')", "⟦& C:\\s.exe⟧ /S"),
];

const CLEAR: readonly string[] = [
  GET + fence("bash", "sha256sum install.sh    # compare", "sh install.sh"),
  GET + fence("bash", "echo 'abc  install.sh' | sha256sum -c -") + fence("bash", "sh install.sh"),
  GET + fence("bash", "sha256sum --check SHA256SUMS && bash install.sh"),
  GET + fence("bash", "shasum -a 256 -c install.sh.sha256", "bash install.sh"),
  GET + fence("bash", "gpg --verify install.sh.asc install.sh", "chmod +x install.sh", "./install.sh"),
  GET + fence("bash", "cosign verify-blob --signature install.sh.sig install.sh", "bash install.sh"),
  GET + fence("bash", "openssl dgst -sha256 install.sh", "bash install.sh"),
  GET + fence("bash", "cat install.sh", "bash local.sh"),
  GET + fence("bash", "chmod 644 install.sh"),
  `${GET}Never run \`bash install.sh\`.`,
  fence("bash", "bash install.sh") + GET,
  fence("bash", "curl -o data.json https://x.example/data.json") + fence("bash", "python3 parse.py data.json"),
  GET_PS1 + fence("powershell", "Get-FileHash install.ps1 -Algorithm SHA256", ".\\install.ps1"),
  GET_PS1 + fence("powershell", "Get-AuthenticodeSignature .\\install.ps1", "& .\\install.ps1"),
  GET_PS1 + fence("powershell", "Get-Content install.ps1", ".\\other.ps1"),
];

const unmarked = (text: string): string => text.replace(/[⟦⟧]/g, "");

describe("a file that is downloaded here and run there", () => {
  it.each(ADVISED)("is advised of: %s", (marked) => {
    const { labels, findings } = detector.detect(unmarked(marked));
    expect(labels).toEqual([]);
    expect(findings.map(({ rule, level }) => `${level} ${rule}`)).toEqual(["advisory bash/fetch-file-run"]);
    expect(mark(unmarked(marked), findings.map(({ span }) => span))).toBe(marked);
  });

  it.each(CLEAR)("is fine: %s", (text) => {
    expect(detector.detect(text).findings).toEqual([]);
  });

  it("is no matter of the contract", async () => {
    const contract = await createNodeDetector();
    for (const text of ADVISED) expect(contract.detect(unmarked(text)).findings).toEqual([]);
  });
});
