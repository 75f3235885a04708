// Defines for each language how the sample code in docs/webhooks.md is run. In each language, a small harness calls the
// sample code for every test case.

export type Language = {
  /** `fence` is the language tag of the code block in docs/webhooks.md; the block is written to `file`. */
  fence: string;
  file: string;
  /** Source files of a program that reads one test case per line from stdin and prints `true` or `false` for each. */
  harness: Record<string, string>;
  /** Commands to run in this order; the last command runs the harness. */
  commands: string[][];
};

export const LANGUAGES: Record<string, Language> = {
  TypeScript: {
    fence: 'ts',
    file: 'webhooks.ts',
    harness: {
      'main.ts': `
        import { readFileSync } from 'node:fs';
        import { isFromVouch, isSignedWithAccessSecret } from './webhooks.ts';
        for (const line of readFileSync(0, 'utf8').trimEnd().split('\\n')) {
          const [of, id, timestamp, signature, secret, now, text] = line.split('\\t');
          const body = Buffer.from(text, 'base64');
          const headers = { id, timestamp, signature };
          console.log(of === 'vouch' ? isFromVouch(headers, body, secret, Number(now)) : isSignedWithAccessSecret(signature, body, secret));
        }`,
    },
    commands: [[process.execPath, '--import', import.meta.resolve('tsx'), 'main.ts']],
  },
  Python: {
    fence: 'python',
    file: 'webhooks.py',
    harness: {
      'main.py': `
import base64, sys
from webhooks import is_from_vouch, is_signed_with_access_secret
for line in sys.stdin.buffer.read().decode().rstrip("\\n").split("\\n"):
    of, id, timestamp, signature, secret, now, text = line.split("\\t")
    body = base64.b64decode(text)
    ok = is_from_vouch(id, timestamp, signature, body, secret, int(now)) if of == "vouch" else is_signed_with_access_secret(signature, body, secret)
    print("true" if ok else "false")
`,
    },
    commands: [['python3', 'main.py']],
  },
  Ruby: {
    fence: 'ruby',
    file: 'webhooks.rb',
    harness: {
      'main.rb': `
        require_relative "webhooks"
        $stdin.set_encoding("UTF-8")
        $stdin.each_line(chomp: true) do |line|
          of, id, timestamp, signature, secret, now, text = line.split("\\t", -1)
          body = text.unpack1("m")
          puts of == "vouch" ? VouchWebhooks.from_vouch?(id, timestamp, signature, body, secret, now: now.to_i) : VouchWebhooks.signed_with_access_secret?(signature, body, secret)
        end`,
    },
    commands: [['ruby', 'main.rb']],
  },
  Go: {
    fence: 'go',
    file: 'webhooks/webhooks.go',
    harness: {
      'go.mod': 'module guide\n\ngo 1.19\n',
      'main.go': `package main
        import (
          "bufio"; "encoding/base64"; "fmt"; "net/http"; "os"; "strconv"; "strings"; "time"
          "guide/webhooks"
        )
        func main() {
          lines := bufio.NewScanner(os.Stdin)
          for lines.Scan() {
            f := strings.Split(lines.Text(), "\\t")
            body, _ := base64.StdEncoding.DecodeString(f[6])
            now, _ := strconv.ParseInt(f[5], 10, 64)
            header := http.Header{}
            header.Set("webhook-id", f[1]); header.Set("webhook-timestamp", f[2]); header.Set("webhook-signature", f[3]); header.Set("X-Webhook-Sign", f[3])
            if f[0] == "vouch" { fmt.Println(webhooks.IsFromVouch(header, body, f[4], time.Unix(now, 999999999))) } else { fmt.Println(webhooks.IsSignedWithAccessSecret(header, body, f[4])) }
          }
        }`,
    },
    commands: [['go', 'vet', './...'], ['go', 'build', '-o', 'guide', '.'], ['./guide']],
  },
  Java: {
    fence: 'java',
    file: 'VouchWebhooks.java',
    harness: {
      'Main.java': `
        import java.io.*;
        import java.nio.charset.StandardCharsets;
        import java.util.Base64;
        public class Main {
          public static void main(String[] args) throws Exception {
            var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
              String[] f = line.split("\\t", -1);
              byte[] body = Base64.getDecoder().decode(f[6]);
              System.out.println(f[0].equals("vouch") ? VouchWebhooks.isFromVouch(f[1], f[2], f[3], body, f[4], Long.parseLong(f[5])) : VouchWebhooks.isSignedWithAccessSecret(f[3], body, f[4]));
            }
          }
        }`,
    },
    commands: [
      ['javac', '-Xlint:all', '-Werror', '-encoding', 'UTF-8', 'VouchWebhooks.java', 'Main.java'],
      ['java', 'Main'],
    ],
  },
  PHP: {
    fence: 'php',
    file: 'webhooks.php',
    harness: {
      'main.php': `<?php
        error_reporting(E_ALL);
        require 'webhooks.php';
        while (($line = fgets(STDIN)) !== false) {
          [$of, $id, $timestamp, $signature, $secret, $now, $text] = explode("\\t", rtrim($line, "\\n"));
          $body = base64_decode($text);
          $ok = $of === 'vouch' ? isFromVouch($id, $timestamp, $signature, $body, $secret, (int) $now) : isSignedWithAccessSecret($signature, $body, $secret);
          echo $ok ? "true\\n" : "false\\n";
        }`,
    },
    commands: [['php', 'main.php']],
  },
};
