import { oncePerName } from "../../once.js";
import type { Captured } from "../../query/captured-roles.js";
import { roleOf, type Role, type Roles } from "../../query/role.js";
import type { Place } from "../ir.js";
import type { Api } from "./value.js";

/**
 * The roles that the query patterns give to names and nodes of one program. A pattern that consists of a name applies wherever the name
 * is used, also through an alias. Any other pattern applies to the nodes that it captured.
 */
export class NodeRoles {
  readonly named: (name: string) => Roles;

  constructor(
    named: (name: string) => Roles,
    private readonly captured: Captured,
  ) {
    this.named = oncePerName(named);
  }

  /** Returns the roles that were captured for the node at a range. */
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

  /** Returns the roles of the name of a property or method on any object. Their captures end in `.property` or `.method`. */
  ofProperty(name: string, at: Place): Roles {
    const named = this.named(name);
    const here = this.at(at);
    return named.length === 0 ? here : here.length === 0 ? named : [...named, ...here];
  }

  /** Whether the first name of a path was assigned a new object, so that the path is not that of the known API. */
  isRedefined({ path, written }: Api): boolean {
    const call = written === path ? -1 : path.indexOf("()");
    return call > 0 && this.has("scope.object", path.slice(0, call));
  }

  /** Returns the roles of an expression: of its resolved path, of its spelling, and of its node. */
  of(api: Api | null, place: Place): Roles {
    const here = this.at(place);
    if (api === null) return here;
    // a redefined name has no roles: `subprocess = object()`
    if (this.isRedefined(api)) return [];
    const written = api.written === api.path ? [] : this.named(api.written);
    const path = this.named(api.path);
    return here.length === 0 && written.length === 0 ? path : [...path, ...written, ...here];
  }
}
