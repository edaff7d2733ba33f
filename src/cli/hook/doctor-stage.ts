/** The result of one stage of the check of an installed hook. */
export interface Stage {
  readonly name: string;
  readonly isOk: boolean;
  readonly message: string;
}

export const ok = (name: string, message: string): Stage => ({ name, isOk: true, message });
export const problem = (name: string, message: string): Stage => ({ name, isOk: false, message });
