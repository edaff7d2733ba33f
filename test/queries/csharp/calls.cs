   process.Start("sh", "-c x");
//         ^^^^^ inject.quotes.method
   process.Stop("sh");
//         ^^^^ !inject.quotes.method
   process.StartInfo.FileName = "sh";
//         ^^^^^^^^^ process.holder
//                   ^^^^^^^^ process.program
   process.MainModule.FileName = "sh";
//         ^^^^^^^^^^ !process.holder
   shell.AddScript("Get-Date");
//       ^^^^^^^^^ inject.powershell.method
   shell.AddCommand("Get-Date");
//       ^^^^^^^^^^ !inject.powershell.method
