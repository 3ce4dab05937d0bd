import type { ServerBuild } from 'react-router';
import type { InProcessCall } from '#server/app/call-in-process.ts';
import { createPageRenderer, type PageRenderer } from '#web/ssr/render-page.ts';
import type { PageReads } from '../../src/open-shop.ts';
import { describeError, ERROR_PAGE_HEADERS, errorPage, printError } from './error-page.ts';

interface SourceRendererOptions {
  reads: PageReads;
  origin: string;
  /** The build of the current sources. */
  loadBuild: () => Promise<ServerBuild>;
  /** Resolves once the build has the routes that the shop lists. */
  areRoutesServed: () => Promise<void>;
  /** Counts the announced changes of the code. */
  revision: () => number;
}

/** Renders each page from the current sources. An error is printed, and the response is a page that shows it. */
export async function createSourceRenderer({
  reads: { api, readBlurred, partReports },
  origin,
  loadBuild,
  areRoutesServed,
  revision,
}: SourceRendererOptions): Promise<PageRenderer> {
  const failed: typeof partReports.failed = (part, error) => {
    printError(error);
    partReports.failed(part, error);
  };
  const options = { readBlurred, origin, mode: 'development', partReports: { ...partReports, failed } } as const;
  await areRoutesServed();
  const { scriptHashes } = createPageRenderer({ ...options, build: await loadBuild(), api });
  const render: PageRenderer['render'] = async (request) => {
    const since = revision();
    try {
      await areRoutesServed();
      const failures: unknown[] = [];
      const report = (error: unknown) => {
        if (isUnexpected(error)) failures.push(error);
      };
      const build = withErrorHandler(await loadBuild(), report);
      const page = await createPageRenderer({ ...options, build, api: reportingCalls(api, report) }).render(request);
      if (failures.length > 0) return answerError(failures[0], since);
      // Cached briefly only: the next save may come while a page is rendered with the old code.
      return { ...page, isIncomplete: true };
    } catch (error) {
      return answerError(error, since);
    }
  };
  return { render, scriptHashes };
}

/** Prints the error and sends a page that shows it. */
function answerError(thrown: unknown, since: number) {
  printError(thrown);
  return { status: 500, headers: ERROR_PAGE_HEADERS, body: Buffer.from(errorPage(describeError(thrown), since)) };
}

/** Refusals, such as a missing product, and an unavailable database are expected. */
function isUnexpected(error: unknown): boolean {
  const { status = 500 } = (error ?? {}) as { status?: number };
  return status === 500;
}

/** The build, with `report` called for every error of a loader or component. */
function withErrorHandler(build: ServerBuild, report: (error: unknown) => void): ServerBuild {
  const module = { ...build.entry.module, handleError: report };
  return { ...build, entry: { ...build.entry, module } };
}

/** The API, with `report` called for every failed request: the page may work without it. */
function reportingCalls(api: InProcessCall, report: (error: unknown) => void): InProcessCall {
  return (key, input) =>
    api(key, input).catch((error) => {
      report(error);
      throw error;
    });
}
