import type { ReportData, ReportText } from "../../../report/report-data.js";
import { hostsOf } from "../measure/hosts.js";
import { factRows, sortedShares, TITLES, type Summary } from "../measure/summary.js";
import { confusionCells } from "../measure/table.js";
import { facets, labelled, total } from "../measure/tally.js";
import { MAX_PROBLEMS, type Done } from "../run/run.js";
import type { ReportedText } from "../record/reported-text.js";

/** Maximum number of rules, hosts, kinds or languages that the report lists. */
const MAX_SHARES = 200;

/** Returns the content of a run's report. */
export function reportData(
  title: string,
  summary: Summary,
  { exhibits, failures, problems }: Pick<Done, "exhibits" | "failures" | "problems">,
): ReportData {
  const all = total(summary.tallies);
  const scored = summary.tallies.filter((tally) => labelled(tally) > 0);
  return {
    title,
    facts: factRows(summary, all),
    confusion: scored.length === 0 ? null : confusionCells(scored),
    facets: facets.map((name) => {
      const shares = sortedShares(all.by[name]);
      const shown = shares
        .slice(0, MAX_SHARES)
        .map(([share, { findings, texts }]) => ({ name: share, findings, texts }));
      return {
        name,
        title: `Findings ${TITLES[name]}`,
        shares: shown,
        more: shares.length - shown.length,
      };
    }),
    texts: [...exhibits].sort((a, b) => compareText(a.place, b.place)).map(textOf),
    unread: [
      ...failures.map(({ name, failure }) => ({ place: name, message: failure })),
      ...problems,
    ],
    moreUnread: problems.length < MAX_PROBLEMS ? 0 : Math.max(0, all.broken - problems.length),
    candidates: Math.max(all.exhibited, exhibits.length),
  };
}

const collator = new Intl.Collator("en", { numeric: true });

function compareText(a: string, b: string): number {
  return collator.compare(a, b);
}

function textOf({
  id,
  place,
  field,
  text,
  before,
  behind,
  verdict,
  incomplete,
  findings,
}: ReportedText): ReportText {
  return {
    id: String(id),
    place,
    field,
    text,
    before,
    behind,
    verdict,
    incomplete,
    findings: findings.map(({ rule, level, span, trace, text: found, payload }) => ({
      rule,
      level,
      span: [span[0], span[1]],
      hosts: hostsOf(found),
      trace: trace.map(({ message }) => message),
      payload: payload?.text ?? null,
    })),
  };
}
