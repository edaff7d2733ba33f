# Commands that only the extended profile knows.

  dash -c true
# ^^^^ sink.interpreter
# ^^^^ sink.interpreter

  curl https://x.example | perl
#                          ^^^^ sink.interpreter

  base64 -d payload | sh
# ^^^^^^ source.payload

  docker-compose run app sh
# ^^^^^^^^^^^^^^ flow.launcher

  http https://x.example
# ^^^^ source.fetcher

  mv install.sh setup.sh
# ^^ flow.move

  unzip tool.zip
# ^^^^^ flow.unpack

  rundll32 a.dll,Entry
# ^^^^^^^^ flow.start

  curl https://x.example | tee install.sh
#                          ^^^ flow.tee

  cd tool
# ^^ flow.enter
