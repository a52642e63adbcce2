/**
 * The replica on a loopback port, where the crawler meets it as it would meet the site.
 *
 * @module
 */

/** A replica that listens. */
export interface ReplicaServer {
  /** Scheme, host and port, such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Stops listening; resolves when the last answer is out. */
  close(): Promise<void>;
}

/** Serves `handler` on 127.0.0.1 under a free port that the system chooses. */
export function serveReplica(
  handler: (request: Request) => Response | Promise<Response>,
): ReplicaServer {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler);
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    close: () => server.shutdown(),
  };
}
