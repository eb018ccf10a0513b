import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../ui/icons.tsx'
import type { MenuLink } from './menu.ts'
import classes from './short-page.module.css'

/** A page of a few true sentences, and where to go from it. */
export function ShortPage({ title, links = [], children }: { title: string; links?: MenuLink[]; children: ReactNode }) {
  return (
    <article className={classes.page}>
      <h1>{title}</h1>
      <div className={classes.words}>{children}</div>
      {links.length > 0 && (
        <ul className={classes.links}>
          {links.map((link) => (
            <li key={link.to}>
              <Link to={link.to}>
                {link.label} <Icon name="arrow" size={18} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}
