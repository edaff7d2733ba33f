import { ServiceError } from "./service-error.js";

/** Runs tasks, but rejects a task with `overloaded` while the maximum number of tasks is running. */
export class ConcurrencyLimit {
  #underWay = 0;

  constructor(readonly limit: number) {}

  get underWay(): number {
    return this.#underWay;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#underWay >= this.limit) throw new ServiceError("overloaded", { retryAfter: 1 });
    this.#underWay++;
    try {
      return await task();
    } finally {
      this.#underWay--;
    }
  }
}
