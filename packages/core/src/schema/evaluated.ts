/** Which members of one value were looked at, for unevaluatedProperties and unevaluatedItems. */
export class Evaluated {
  readonly properties: Set<string> = new Set();
  readonly items: Set<number> = new Set();
  allProperties = false;
  allItems = false;
  /** Items before this index were looked at. */
  leadingItems = 0;

  hasItem(index: number): boolean {
    return this.allItems || index < this.leadingItems || this.items.has(index);
  }

  hasProperty(name: string): boolean {
    return this.allProperties || this.properties.has(name);
  }
}
