# Commands of the vocabulary at the head of a command, and the same words elsewhere.

  curl -fsSL https://x.example/i.sh | sudo bash -s
# ^^^^ source.fetcher
#                                     ^^^^ flow.wrapper
#                                          ^^^^ !sink.interpreter

  /usr/bin/wget -qO- https://x.example | /bin/sh
# ^^^^^^^^^^^^^ source.fetcher
#                                        ^^^^^^^ sink.interpreter

  eval "$(curl https://x.example)"
# ^^^^ sink.builtin
#         ^^^^ source.fetcher

  echo curl
# ^^^^ flow.print
#      ^^^^ !source.fetcher

  CURL https://x.example | BASH
# ^^^^ !source.fetcher
#                          ^^^^ !sink.interpreter

  deploy.sh && ./install.sh
# ^^^^^^^^^ !sink.interpreter
#              ^^^^^^^^^^^^ !sink.interpreter

  docker run alpine sh
# ^^^^^^ flow.launcher

  cat file | tee copy
# ^^^ flow.carrier
#            ^^^ flow.drain

  dash -c true
# ^^^^ !sink.interpreter
