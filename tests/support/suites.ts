/**
 * Public test data that is kept beside the project, never in it.
 *
 * Where the folder is absent a test that needs it is reported as ignored, not passed.
 *
 * @module
 */

const root = new URL("../../../shared/data/", import.meta.url);

/** Address of a folder below `shared/data/`, or `null` where that is not on this machine. */
export function sharedData(path: string): URL | null {
  const url = new URL(path.endsWith("/") ? path : `${path}/`, root);
  try {
    return Deno.statSync(url).isDirectory ? url : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Registers a test over the suite `name`, ignored where the suite or what else it needs is absent. */
export function suiteTest(
  name: string,
  fact: string,
  body: (suite: URL) => void | Promise<void>,
  ready = true,
) {
  const suite = sharedData(`suites/${name}`);
  Deno.test({
    name: `${fact} [${name}]`,
    ignore: suite === null || !ready,
    fn: () => body(suite as URL),
  });
}
