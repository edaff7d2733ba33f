import { oncePerName } from "../../once.js";
import type { Captured } from "../../query/captured.js";
import { roleOf, type Role, type Roles } from "../../query/role.js";
import type { Place } from "../ir.js";
import type { Api } from "./value.js";

/**
 * What patterns say of the names and the nodes of one program. A pattern that is a name counts wherever the name is meant,
 * whatever it is called there; any other counts where it captured a node.
 */
export class NodeRoles {
  readonly named: (name: string) => Roles;

  constructor(
    named: (name: string) => Roles,
    private readonly captured: Captured,
  ) {
    this.named = oncePerName(named);
  }

  /** What is captured at a place. */
  at(place: Place): Roles {
    return this.captured.at(place);
  }

  /** Whether a name has a role. */
  has(capture: string, name: string): boolean {
    return this.ofName(capture, name) !== null;
  }

  ofName(capture: string, name: string): Role | null {
    return roleOf(this.named(name), capture);
  }

  /** The roles of a property's or a method's name, whatever the object is: those captures end so. */
  ofProperty(name: string, at: Place): Roles {
    const named = this.named(name);
    const here = this.at(at);
    return named.length === 0 ? here : here.length === 0 ? named : [...named, ...here];
  }

  /** Whether a name was given to an object of which none of the listed names is a property. */
  isRedefined({ path, written }: Api): boolean {
    const call = written === path ? -1 : path.indexOf("()");
    return call > 0 && this.has("scope.object", path.slice(0, call));
  }

  /** The roles of what is at a place: by what it resolves to, by how it is written, and by where. */
  of(api: Api | null, place: Place): Roles {
    const here = this.at(place);
    if (api === null) return here;
    // `subprocess = object()`: a name that was given to an object of its own means nothing else
    if (this.isRedefined(api)) return [];
    const written = api.written === api.path ? [] : this.named(api.written);
    const path = this.named(api.path);
    return here.length === 0 && written.length === 0 ? path : [...path, ...written, ...here];
  }
}
