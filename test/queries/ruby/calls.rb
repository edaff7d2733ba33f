   system("x")
#  ^^^^^^ inject.shell
   Open3.capture2("x")
#  ^^^^^^^^^^^^^^^^^^^ inject.shell
   puts("x")
#  ^^^^ !inject.shell
   execute :sudo, "x"
#  ^^^^^^^ inject.joined
