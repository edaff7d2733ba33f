import { Failure } from "../../failure.js";

/** A part of the work. The index counts from 0. */
export interface Share {
  readonly index: number;
  readonly count: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** How a batch system numbers tasks: the variables (or fixed values) for a task's number, the first, the last, the step and the count. */
interface Engine {
  readonly name: string;
  readonly index: string;
  readonly first?: string | number;
  readonly last?: string;
  readonly step?: string;
  readonly count?: string;
}

const ENGINES: readonly Engine[] = [
  {
    name: "Slurm",
    index: "SLURM_ARRAY_TASK_ID",
    first: "SLURM_ARRAY_TASK_MIN",
    last: "SLURM_ARRAY_TASK_MAX",
    step: "SLURM_ARRAY_TASK_STEP",
  },
  { name: "Kubernetes", index: "JOB_COMPLETION_INDEX" },
  { name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE" },
  { name: "HTCondor", index: "condor ProcId", count: "condor TotalSubmitProcs" },
  { name: "Cloud Run", index: "CLOUD_RUN_TASK_INDEX", count: "CLOUD_RUN_TASK_COUNT" },
  { name: "Google Batch", index: "BATCH_TASK_INDEX", count: "BATCH_TASK_COUNT" },
  {
    name: "LSF",
    index: "LSB_JOBINDEX",
    first: 1,
    last: "LSB_JOBINDEX_END",
    step: "LSB_JOBINDEX_STEP",
  },
  {
    name: "Grid Engine",
    index: "SGE_TASK_ID",
    first: "SGE_TASK_FIRST",
    last: "SGE_TASK_LAST",
    step: "SGE_TASK_STEPSIZE",
  },
  { name: "Slurm", index: "SLURM_PROCID", count: "SLURM_NTASKS" },
  { name: "GNU parallel", index: "PARALLEL_SEQ", first: 1 },
];

const FORMS = "write I/N with I from 0 to N-1, auto, or auto/N";

/**
 * Reads `I/N`, `auto` or `auto/N`; `auto` takes the numbers from the environment variables of the batch system that started the task.
 * @param jobAd reads the file in which HTCondor describes a job; null if there is none
 * @throws Failure if the text and the variables do not determine a share
 */
export function shareFrom(
  text: string,
  env: Environment,
  jobAd: (path: string) => string | null,
): Share {
  const [, given = "", total] = /^(\d{1,9}|auto)(?:\/(\d{1,9}))?$/.exec(text) ?? [];
  if (given === "" || (given !== "auto" && total === undefined))
    throw new Failure(`--partition ${text} is not valid: ${FORMS}`);
  const known = total ?? env["CURLEW_PARTITIONS"];
  const count = known === undefined ? null : integerOf("CURLEW_PARTITIONS", known);
  if (given === "auto") return shareOfTask({ ...env, ...condorNumbers(env, jobAd) }, count);
  return checkedShare(Number(given), count ?? 0, text);
}

function shareOfTask(env: Environment, wanted: number | null): Share {
  const engine = ENGINES.find(({ index, last }) =>
    [index, last].every((name) => name === undefined || isNumber(env[name])),
  );
  if (engine === undefined)
    throw new Failure(
      "--partition auto: no variable of Slurm, Kubernetes, AWS Batch, HTCondor, GNU parallel or another known engine is set; write I/N",
    );
  const numberOf = (name: string | number | undefined, otherwise: number): number =>
    typeof name === "number"
      ? name
      : name === undefined || env[name] === undefined
        ? otherwise
        : integerOf(name, env[name]);
  // if the number of partitions is given, the number of a task is the number of a partition, so that a part of an array can run again
  const isRange = wanted === null || typeof engine.first === "number";
  const first = isRange ? numberOf(engine.first, 0) : 0;
  const step = wanted === null ? Math.max(1, numberOf(engine.step, 1)) : 1;
  const index = (numberOf(engine.index, 0) - first) / step;
  const last = engine.last === undefined ? null : numberOf(engine.last, first);
  const count =
    wanted ?? (last === null ? numberOf(engine.count, 0) : Math.floor((last - first) / step) + 1);
  if (count === 0)
    throw new Failure(
      `--partition auto: ${engine.name} does not provide the number of partitions; write auto/N, or set CURLEW_PARTITIONS`,
    );
  return checkedShare(index, count, `auto (${engine.index}=${env[engine.index]})`);
}

/** Returns the numbers of a job of HTCondor in the form of environment variables; HTCondor passes them only in a file. */
function condorNumbers(env: Environment, jobAd: (path: string) => string | null): Environment {
  const path = env["_CONDOR_JOB_AD"];
  const ad = path === undefined ? null : jobAd(path);
  if (ad === null) return {};
  const value = (name: string): string | undefined =>
    new RegExp(`^${name} *= *(\\d{1,9})$`, "im").exec(ad)?.[1];
  return {
    "condor ProcId": value("ProcId"),
    "condor TotalSubmitProcs": value("TotalSubmitProcs"),
  };
}

function isNumber(value: string | undefined): boolean {
  return value !== undefined && /^\d{1,9}$/.test(value);
}

function integerOf(name: string, value: string): number {
  if (!isNumber(value)) throw new Failure(`${name} is not a whole number: ${value}`);
  return Number(value);
}

function checkedShare(index: number, count: number, shown: string): Share {
  if (count < 1 || !Number.isInteger(index) || index < 0 || index >= count)
    throw new Failure(`--partition ${shown}: there is no partition ${index} of ${count}; ${FORMS}`);
  return { index, count };
}
