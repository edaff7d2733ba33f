import { ServiceError } from "./service-error.js";

/** Rejects work above a number of running tasks. */
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
