import { oncePerName } from "../../once.js";
import type { Captured } from "../../query/captured.js";
import { roleOf, type Role, type Roles } from "../../query/role.js";
import type { Place } from "../ir.js";
import type { Api } from "./value.js";

/**
 * The roles that patterns assign to names and nodes of one program. A pattern of only a name applies wherever the name is meant,
 * under any alias; any other pattern applies at the nodes it captured.
 */
export class NodeRoles {
  readonly named: (name: string) => Roles;

  constructor(
    named: (name: string) => Roles,
    private readonly captured: Captured,
  ) {
    this.named = oncePerName(named);
  }

  /** Returns the roles captured at a place. */
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

  /** Returns the roles of a property's or a method's name, on any object: the captures for it have that suffix. */
  ofProperty(name: string, at: Place): Roles {
    const named = this.named(name);
    const here = this.at(at);
    return named.length === 0 ? here : here.length === 0 ? named : [...named, ...here];
  }

  /** Whether a name was assigned an object, so that the path of a call on it does not mean the known API. */
  isRedefined({ path, written }: Api): boolean {
    const call = written === path ? -1 : path.indexOf("()");
    return call > 0 && this.has("scope.object", path.slice(0, call));
  }

  /** Returns the roles of an expression: by its resolved path, by its spelling, and by its place. */
  of(api: Api | null, place: Place): Roles {
    const here = this.at(place);
    if (api === null) return here;
    // `subprocess = object()`: a redefined name has no other meaning
    if (this.isRedefined(api)) return [];
    const written = api.written === api.path ? [] : this.named(api.written);
    const path = this.named(api.path);
    return here.length === 0 && written.length === 0 ? path : [...path, ...written, ...here];
  }
}
