import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  type EntryContext,
  RouterContextProvider,
  ServerRouter,
  createRequestHandler,
  type ServerBuild,
  isRouteErrorResponse,
} from 'react-router'
import { I18nProvider } from '@lingui/react'
import { type Messages, setupI18n } from '@lingui/core'
import { activeI18n, currentLanguage, provideI18n, provideTimeZone } from '#i18n'
import { type Language, languageOf, languages, prefixOf, sourceLanguage } from './language/languages.ts'
import { answerInPageLanguage } from './language/sentence-text.ts'
import { createQueries } from './data/queries.ts'
import { type Rendered, RenderedContext } from './data/rendered.ts'
import { answerQueries } from './document/answer-queries.ts'
import { NonceContext } from './document/nonce.ts'
import { AmountsHiddenAtFirst } from './ui/text/amounts.tsx'
import { buildVersion, siteContext, type SiteContext } from './document/load-context.ts'

export { pageReader } from './document/page-reader.ts'
export { chosenAddress } from './language/chosen-address.ts'

/** The time, in milliseconds, after which a render that is still waiting for data is aborted. */
export const streamTimeout = 5_000

const catalogues = import.meta.glob<{ messages: Messages }>(
  ['./language/catalogues/*/*.po', '!./language/catalogues/*/mails.po'],
  { eager: true },
)

/** Returns the messages of a language, with the catalogues of all areas. */
function i18nOf(language: Language) {
  const files = Object.entries(catalogues).filter(([file]) => file.includes(`/${language}/`))
  return setupI18n({
    locale: language,
    messages: { [language]: Object.assign({}, ...files.map(([, { messages }]) => messages)) },
  })
}

const inRequest = new AsyncLocalStorage<{ i18n: ReturnType<typeof i18nOf>; timeZone: string | undefined }>()

/** Returns this build's request handler, which takes a standard `Request` and returns a standard `Response`. */
export function createSiteHandler(build: ServerBuild) {
  const outside = i18nOf('en')
  provideI18n(() => inRequest.getStore()?.i18n ?? outside)
  provideTimeZone(() => inRequest.getStore()?.timeZone)
  const ofLanguages = Object.fromEntries(
    (Object.keys(languages) as Language[]).map((language) => {
      const handle = createRequestHandler({ ...build, basename: prefixOf(language) || '/' }, 'production')
      return [language, { handle, i18n: i18nOf(language) }]
    }),
  ) as Record<Language, { handle: ReturnType<typeof createRequestHandler>; i18n: ReturnType<typeof i18nOf> }>
  return (request: Request, context: SiteContext) => {
    const { handle, i18n } = ofLanguages[languageOf(new URL(request.url).pathname)]
    const given = new RouterContextProvider()
    given.set(siteContext, inPageLanguage(context))
    given.set(buildVersion, build.assets.version)
    return inRequest.run({ i18n, timeZone: context.reader?.timeZone }, () => handle(request, given))
  }
}

/** Makes calls from loaders respond in the language of the request. */
function inPageLanguage(context: SiteContext): SiteContext {
  const call: SiteContext['call'] = async (name, input) => {
    const answer = await context.call(name, input)
    return currentLanguage() === sourceLanguage ? answer : answerInPageLanguage(answer)
  }
  const { readersCall } = context
  if (!readersCall) return { ...context, call }
  return {
    ...context,
    call,
    readersCall: async (name, input) => {
      const answer = await readersCall(name, input)
      if (typeof answer === 'string' || currentLanguage() === sourceLanguage) return answer
      return { value: answerInPageLanguage(answer.value) }
    },
  }
}

/**
 * Answers the queries of a signed-in reader's page. Returns what to render it with; undefined to render it for nobody
 * in particular.
 */
async function answered(url: string, routerContext: EntryContext, context: SiteContext): Promise<Rendered | undefined> {
  const { reader, readersCall, reportError } = context
  if (!reader || !readersCall) return undefined
  const rendered = { reader: reader.reader, amountsHidden: reader.amountsHidden, queries: createQueries() }
  // Without the stream of the handover, of which only one render can take data.
  const { serverHandoffStream: _stream, ...first } = routerContext
  const render = () =>
    renderToString(<Document url={url} routerContext={first} context={context} rendered={rendered} />)
  try {
    return (await answerQueries(rendered.queries, render, readersCall)) ? rendered : undefined
  } catch (error) {
    reportError(error)
    return undefined
  }
}

type DocumentProps = {
  url: string
  routerContext: EntryContext
  context: SiteContext
  rendered: Rendered | undefined
}

function Document({ url, routerContext, context: { nonce }, rendered }: DocumentProps) {
  return (
    <I18nProvider i18n={activeI18n()}>
      <NonceContext value={nonce}>
        <RenderedContext value={rendered}>
          <AmountsHiddenAtFirst value={rendered?.amountsHidden ?? false}>
            <ServerRouter context={routerContext} url={url} nonce={nonce} />
          </AmountsHiddenAtFirst>
        </RenderedContext>
      </NonceContext>
    </I18nProvider>
  )
}

/** Renders a document. Waits for all data: pages are small, and only a complete page has its final status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const context = loadContext.get(siteContext)
  const { nonce, reportError } = context
  const rendered = await answered(request.url, routerContext, context)
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <Document url={request.url} routerContext={routerContext} context={context} rendered={rendered} />,
      {
        nonce,
        onAllReady() {
          clearTimeout(timeout)
          const body = new PassThrough()
          pipe(body)
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        },
        onShellError: reject,
        onError(error) {
          status = 500
          if (!request.signal.aborted) reportError(error)
        },
      },
    )
    const timeout = setTimeout(abort, streamTimeout + 1000)
    request.signal.addEventListener('abort', () => abort(), { once: true })
  })
}

/** Reports failures of loaders, except aborted requests and unknown URLs. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.get(siteContext).reportError(error)
}
