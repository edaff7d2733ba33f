<?php
   shell_exec("x");
// ^^^^^^^^^^ inject.text
   pcntl_exec("sh", ["-c", "x"]);
// ^^^^^^^^^^ inject.words
   Process::fromShellCommandline("x");
// ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ inject.text
   strlen("x");
// ^^^^^^ !inject.text
