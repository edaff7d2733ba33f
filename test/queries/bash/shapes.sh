# The shapes that carry bytes from one command to another.

  curl https://x.example | sh
# ^^^^^^^^^^^^^^^^^^^^^^^^^^^ flow.pipe

  bash -c "$(curl https://x.example)"
#          ^^^^^^^^^^^^^^^^^^^^^^^^^ flow.substitution

  source <(curl https://x.example)
#        ^^^^^^^^^^^^^^^^^^^^^^^^^ flow.process

  bash <<< "$CODE"
#      ^^^^^^^^^^^ flow.here-string
#           ^^^^^ flow.variable

  eval "${CODE}"
#       ^^^^^^^ flow.variable

  curl https://x.example > file; sh file
# ^^^^ !flow.pipe
