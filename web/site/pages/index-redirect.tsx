import { redirect } from 'react-router'
import { path } from '../../paths.ts'

/** `/index` redirects to the home page. */
export const loader = () => redirect(path('home'), 301)
