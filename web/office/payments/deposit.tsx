import { Link } from 'react-router'
import { path } from '../../paths.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'
import classes from './deposit.module.css'

export const meta = officeMeta('Deposit')

const choices: { to: string; icon: IconName; title: string; words: string }[] = [
  { to: path('officeTradingPlans'), icon: 'trade', title: 'Trading deposit', words: 'Practice money for the trading account.' },
  { to: path('officeMiningPlans'), icon: 'mining', title: 'Mining deposit', words: 'A hash-rate plan, paid out in test coins.' },
]

export default function Deposit() {
  return (
    <OfficePage title="Deposit" words="Deposits are made in test coins, which cost nothing. They are not open yet in this version.">
      <div className={classes.choices}>
        {choices.map(({ to, icon, title, words }) => (
          <Link key={to} to={to} className={classes.choice}>
            <Icon name={icon} size={24} />
            <strong>{title}</strong>
            <span>{words}</span>
          </Link>
        ))}
      </div>
      <Panel title="Deposit History" id="history">
        <Empty title="No Deposits Yet" icon="clock" />
      </Panel>
    </OfficePage>
  )
}
