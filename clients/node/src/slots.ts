/** A place in the queue: `taken` is false when it was withdrawn first. */
export interface Ticket {
  readonly taken: Promise<boolean>;
  withdraw(): void;
}

/** So many at once; the others wait in order. */
export class Slots {
  private readonly queue = new Set<(taken: boolean) => void>();

  constructor(private left: number) {}

  take(): Ticket {
    if (this.left > 0) {
      this.left -= 1;
      return { taken: Promise.resolve(true), withdraw: () => undefined };
    }
    let settle: (taken: boolean) => void = () => undefined;
    const taken = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    this.queue.add(settle);
    return { taken, withdraw: () => this.queue.delete(settle) && settle(false) };
  }

  /** Does something that cannot be withdrawn. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    await this.take().taken;
    try {
      return await work();
    } finally {
      this.free();
    }
  }

  free(): void {
    const [first] = this.queue;
    if (first === undefined) {
      this.left += 1;
      return;
    }
    this.queue.delete(first);
    first(true);
  }
}
