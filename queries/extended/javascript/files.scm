; Calls that download, write, open, check and run files.

; fs.writeFileSync("FILE", data)   writeFile("FILE", data)
((property_identifier) @flow.write.method
  (#any-of? @flow.write.method
    "writeFile" "writeFileSync" "appendFile" "appendFileSync" "outputFile" "outputFileSync" "writeTextFile" "writeTextFileSync"))

; writeFileSync("FILE", data) after an import of the name
((identifier) @flow.write
  (#any-of? @flow.write "writeFile" "writeFileSync" "appendFile" "appendFileSync" "outputFile" "outputFileSync"))

; Bun.write("FILE", response)
((member_expression) @flow.write
  (#any-of? @flow.write "Bun.write"))

; fs.createWriteStream("FILE")
([(identifier) (member_expression)] @flow.open
  (#any-of? @flow.open "fs.createWriteStream" "createWriteStream"))

; fs.readFileSync("FILE")   readFile("FILE", (error, data) => …)
([(identifier) (member_expression)] @flow.open
  (#any-of? @flow.open
    "fs.readFileSync" "readFileSync" "fs.readFile" "readFile" "fs/promises.readFile" "fsPromises.readFile" "fs.promises.readFile"
    "Deno.readTextFile" "Deno.readTextFileSync" "Bun.file"))

; got.stream(url)
((member_expression) @source.fetch
  (#any-of? @source.fetch "got.stream")
  (#set! rule "javascript/fetch-execute"))

; crypto.createHash("sha256")
([(identifier) (member_expression)] @flow.digest
  (#any-of? @flow.digest "crypto.createHash" "createHash" "crypto.subtle.digest" "crypto.hash"))

; crypto.timingSafeEqual(a, b)   assert.equal(a, b)
([(identifier) (member_expression)] @flow.compare
  (#any-of? @flow.compare
    "crypto.timingSafeEqual" "timingSafeEqual" "assert.equal" "assert.strictEqual" "assert.deepEqual"))

; path.join(folder, "FILE")
((member_expression) @flow.open
  (#any-of? @flow.open "path.join" "path.resolve")
  (#set! of "path"))
