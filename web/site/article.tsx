import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { useRootData } from '../document/root-data.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './article.module.css'
import type { MenuLink } from './menu.ts'

/** A link to a related page. `words` say what is there; the links that have them come first. */
type RelatedLink = MenuLink & { words?: string }

type ArticleProps = {
  title: string
  lead: ReactNode
  drawing?: ReactNode
  links?: RelatedLink[]
  children: ReactNode
}

/** A long public page: its title, a lead of two sentences, its parts, and links to related pages. */
export function Article({ title, lead, drawing, links = [], children }: ArticleProps) {
  return (
    <article className={classes.article}>
      <header className={classes.head}>
        <div>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        {drawing}
      </header>
      {children}
      {links.length > 0 && (
        <nav className={classes.links} aria-labelledby="related">
          <h2 id="related">
            <Trans>Where to go from here</Trans>
          </h2>
          <ul>
            {links.map(({ label, to, words }) => (
              <li key={to}>
                <Link to={to} data-main={words ? true : undefined}>
                  <span>
                    {label}
                    {words && <small>{words}</small>}
                  </span>
                  <Icon name="arrow" size={18} data-directed />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </article>
  )
}

/** A titled part of an article. */
export function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className={classes.part} id={id} aria-label={title}>
      <h2>{title}</h2>
      <div className={classes.words}>{children}</div>
    </section>
  )
}

/** Clauses or answers that open separately. The one in the URL's anchor is open. */
export function Clauses({
  clauses,
  level = 3,
}: {
  clauses: { id: string; title: string; words: ReactNode }[]
  level?: 2 | 3
}) {
  const { hash } = useLocation()
  const Heading = `h${level}` as const
  useEffect(() => {
    const named = hash ? document.getElementById(hash.slice(1)) : null
    if (named instanceof HTMLDetailsElement) named.open = true
  }, [hash])
  return (
    <div className={classes.clauses}>
      {clauses.map(({ id, title, words }) => (
        <details key={id} id={id}>
          <summary>
            <Heading>{title}</Heading>
            <Icon name="chevron" size={18} />
          </summary>
          <div className={classes.words}>{words}</div>
        </details>
      ))}
    </div>
  )
}

/** Returns the root loader's data: who runs this installation, how to contact them, and its public URL. */
export function useInstallation() {
  return useRootData()!
}
