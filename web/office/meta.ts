import { type MetaArgs, siteNameOf } from '../document/site-name.ts'

/** Returns the `meta` of an office page. Calls `title` for each view, because the language can change. */
export const officeMeta =
  (title: () => string) =>
  ({ matches }: MetaArgs) => [{ title: `${title()} · ${siteNameOf(matches)}` }, { name: 'robots', content: 'noindex' }]
