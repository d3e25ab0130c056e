/** One host that may be reached, as the operator writes it: `api.example.com`, `*.example.com`, `127.0.0.1:8080`. */
export type HostPattern = string;

/** An address that was looked up once and may be dialled: nobody looks the name up again. */
export interface CheckedAddress {
  readonly host: string;
  readonly port: number;
  readonly address: string;
  readonly family: 4 | 6;
}

/** Decides which hosts may be reached. A refusal throws `host_not_allowed` and is told to the security log. */
export interface NetworkGuard {
  /** Whether a host and port are on the list, by name alone; looks nothing up. */
  allows(host: string, port: number): boolean;
  /** Looks the host up once and checks where it leads: private, loopback and metadata addresses only when listed. */
  check(host: string, port: number, caller?: NetworkCaller): Promise<CheckedAddress>;
}

export interface NetworkCaller {
  readonly callId?: string | undefined;
  readonly tool?: string | undefined;
  readonly agent?: string | undefined;
}

/** One refusal, for the security log. */
export interface SecurityEntry extends NetworkCaller {
  readonly time: number;
  readonly code: 'host_not_allowed';
  readonly host: string;
  readonly port: number;
  /** What spoke: `not_listed`, or the kind of address that the name leads to. */
  readonly reason: string;
}
