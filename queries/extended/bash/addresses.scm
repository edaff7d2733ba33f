; Commands that fetch and run a program if the argument is its address, such as a URL, and not the name of a package in a registry.

; deno run -A URL
((command_name) @source.address
  (#word-is? @source.address "deno")
  (#set! subcommand "run")
  (#set! address "url")
  (#set! values "-c -L --config --import-map --lock --cert --location --seed --ext --log-level"))

; jbang run URL
((command_name) @source.address
  (#word-is? @source.address "jbang")
  (#set! subcommand "run")
  (#set! address "url")
  (#set! values "-R -D --deps --java-options --main -m --cp --classpath"))

; deno URL   jbang URL   groovy URL
((command_name) @source.address
  (#word-is? @source.address "deno" "jbang" "groovy")
  (#set! address "url")
  (#set! values "-c -L -e -cp --classpath --config --import-map --lock --cert --location --seed --ext --log-level --deps -R -D --java-options --main -m")
  (#set! idle "--help --version"))

; npx URL   npx github:o/r   npx o/r   npx -p github:o/r CMD
((command_name) @source.address
  (#word-is? @source.address "npx")
  (#set! address "url git forge repository")
  (#set! from "-p --package")
  (#set! values "-w --workspace --registry --userconfig --cache --prefix --shell --node-arg --node-options -n")
  (#set! idle "-h --help -v --version"))

; npm exec github:o/r   npm x -- github:o/r
((command_name) @source.address
  (#word-is? @source.address "npm")
  (#set! subcommand "exec")
  (#set! address "url git forge repository")
  (#set! from "--package")
  (#set! values "-w --workspace --registry --userconfig --cache --prefix"))

; npm x github:o/r
((command_name) @source.address
  (#word-is? @source.address "npm")
  (#set! subcommand "x")
  (#set! address "url git forge repository")
  (#set! values "-w --workspace --registry --userconfig --cache --prefix"))

; bunx github:o/r   pnpx github:o/r
((command_name) @source.address
  (#word-is? @source.address "bunx" "pnpx")
  (#set! address "url git forge repository")
  (#set! from "-p --package")
  (#set! values "--cwd --registry"))

; bun x github:o/r
((command_name) @source.address
  (#word-is? @source.address "bun")
  (#set! subcommand "x")
  (#set! address "url git forge repository")
  (#set! values "--cwd --registry"))

; pnpm dlx github:o/r   yarn dlx github:o/r
((command_name) @source.address
  (#word-is? @source.address "pnpm" "yarn")
  (#set! subcommand "dlx")
  (#set! address "url git forge repository")
  (#set! from "-p --package")
  (#set! values "-C --dir --reporter --registry --loglevel --allow-build"))

; pipx run --spec git+URL NAME   pipx run URL
((command_name) @source.address
  (#word-is? @source.address "pipx")
  (#set! subcommand "run")
  (#set! address "url git")
  (#set! from "--spec")
  (#set! values "--python --index-url -i --pip-args --with"))

; uvx --from git+URL NAME   uvx git+URL
((command_name) @source.address
  (#word-is? @source.address "uvx")
  (#set! address "url git")
  (#set! from "--from")
  (#set! values "-p -w --with --python --index-url --default-index --extra-index-url --with-requirements --with-editable --directory --project --config-file --cache-dir"))

; uv tool run --from git+URL NAME
((command_name) @source.address
  (#word-is? @source.address "uv")
  (#set! subcommand "tool run")
  (#set! address "url git")
  (#set! from "--from")
  (#set! values "-p -w --with --python --index-url --default-index --extra-index-url --with-requirements --with-editable --directory --project --config-file --cache-dir"))

; uv run URL
((command_name) @source.address
  (#word-is? @source.address "uv")
  (#set! subcommand "run")
  (#set! address "url")
  (#set! values "-p -w -m --module --with --python --index-url --default-index --extra-index-url --with-requirements --with-editable --directory --project --config-file --cache-dir --env-file --group --package"))

; nix run github:o/r
((command_name) @source.address
  (#word-is? @source.address "nix")
  (#set! subcommand "run")
  (#set! address "forge flake")
  (#set! values "-I --option --argstr --extra-experimental-features --experimental-features --override-input --inputs-from --accept-flake-config --system --profile --store -j --max-jobs"))

; nix develop github:o/r
((command_name) @source.address
  (#word-is? @source.address "nix")
  (#set! subcommand "develop")
  (#set! address "forge flake")
  (#set! values "-I -c --command --option --argstr --extra-experimental-features --experimental-features --override-input --inputs-from --accept-flake-config --system --profile --store -k --keep"))

; nix shell github:o/r -c CMD
((command_name) @source.address
  (#word-is? @source.address "nix")
  (#set! subcommand "shell")
  (#set! address "forge flake")
  (#set! needs "-c --command")
  (#set! values "-I -c --command --option --argstr --extra-experimental-features --experimental-features --override-input --inputs-from --system --profile --store -k --keep"))

; go run HOST/MODULE@VERSION
((command_name) @source.address
  (#word-is? @source.address "go")
  (#set! subcommand "run")
  (#set! address "module")
  (#set! values "-C -exec -mod -modfile -overlay -p -tags -ldflags -gcflags -asmflags -buildmode -compiler -toolexec -pkgdir"))

; mshta URL   mshta vbscript:…
((command_name) @source.address
  (#word-like? @source.address "mshta" "mshta.exe")
  (#set! address "url script share"))

; regsvr32 /s /i:URL scrobj.dll
((command_name) @source.address
  (#word-like? @source.address "regsvr32" "regsvr32.exe")
  (#set! address "url share")
  (#set! from "/i"))

; msiexec /i URL   msiexec /fa URL   msiexec /i FILE TRANSFORMS=URL
((command_name) @source.address
  (#word-like? @source.address "msiexec" "msiexec.exe")
  (#set! address "url share")
  (#set! from "/i /package /a /update /p /f* /j* /y /z TRANSFORMS="))

; wmic os get /format:URL
((command_name) @source.address
  (#word-like? @source.address "wmic" "wmic.exe")
  (#set! address "url share")
  (#set! from "/format"))

; rundll32 dfshim.dll,ShOpenVerbApplication URL
((command_name) @source.address
  (#word-like? @source.address "rundll32" "rundll32.exe")
  (#set! subcommand "dfshim.dll,ShOpenVerbApplication")
  (#set! address "url share"))

; rundll32 javascript:…   rundll32 \\HOST\share\x.dll,Entry   rundll32 URL,Entry
((command_name) @source.address
  (#word-like? @source.address "rundll32" "rundll32.exe")
  (#set! address "url moniker share"))

; cmstp /ni /s URL   wscript //nologo \\HOST\share\x.vbs
((command_name) @source.address
  (#word-like? @source.address "cmstp" "cmstp.exe" "wscript" "wscript.exe" "cscript" "cscript.exe")
  (#set! address "url share")
  (#set! slashes "yes"))

; ieexec URL   hh URL
((command_name) @source.address
  (#word-like? @source.address "ieexec" "ieexec.exe" "hh" "hh.exe")
  (#set! address "url share"))

; msxsl FILE URL
((command_name) @source.address
  (#word-like? @source.address "msxsl" "msxsl.exe")
  (#set! address "url share")
  (#set! into "last")
  (#set! values "-m -o -u"))

; Update.exe --update URL   squirrel --updateRollback=URL
((command_name) @source.address
  (#word-like? @source.address "update.exe" "squirrel" "squirrel.exe")
  (#set! address "url share")
  (#set! from "--update --updateRollback")
  (#set! values "--download --checkForUpdate --processStart --process-start-args"))

; devinit run -t msi-install -i URL
((command_name) @source.address
  (#word-like? @source.address "devinit" "devinit.exe")
  (#set! subcommand "run")
  (#set! address "url share")
  (#set! from "-i --input")
  (#set! values "-t -o --tool --options"))

; powershell -File \\HOST\share\x.ps1
((command_name) @source.address
  (#word-like? @source.address "pwsh" "powershell" "pwsh.exe" "powershell.exe")
  (#set! options "powershell")
  (#set! address "share"))
