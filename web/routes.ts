import { type RouteConfig, index, layout, route } from '@react-router/dev/routes'
import { patterns } from './paths.ts'

export default [
  layout('site/layout.tsx', [
    index('site/home.tsx'),
  ]),
  layout('office/layout.tsx', [
    route(patterns.dashboard, 'office/dashboard.tsx'),
  ]),
] satisfies RouteConfig
