import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import classes from './page.module.css'

/** Shows a page of the office or the desk with a title, an introduction and panels. */
export function Page({ title, words, children }: { title: string; words?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header>
        <h1>{title}</h1>
        {words && <p>{words}</p>}
      </header>
      {children}
    </div>
  )
}

/** Shows a titled section. If `id` is set, the page scrolls to the section when the URL's hash matches. */
export function Panel({ title, id, children }: { title?: string; id?: string; children: ReactNode }) {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (id && hash === `#${id}`) document.getElementById(id)?.scrollIntoView({ block: 'start' })
  }, [id, hash, key])
  return (
    <section className={classes.panel} id={id} aria-label={title}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  )
}
