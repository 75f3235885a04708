// Maps each field of our data to the field of the provider from which it comes. Fields that are not listed are always
// empty.
export const PROVENANCE = {
  accounts: {
    id: 'accounts[].org, accounts[].conn_id, accounts[].id',
    type: 'accounts[].holdings, accounts[].name',
    subtype: 'accounts[].name',
    nickname: 'accounts[].org.name, accounts[].org.domain, connections[].name, accounts[].name',
    'balances.currency_code': 'accounts[].currency',
    'balances.balance': 'accounts[].balance',
    'balances.available_balance': 'accounts[].available-balance',
  },
  transactions: {
    id: 'accounts[].id, transactions[].id',
    account_id: 'accounts[].id',
    external_id: 'transactions[].id',
    amount: 'transactions[].amount',
    type: 'transactions[].amount',
    status: 'transactions[].pending, transactions[].posted',
    currency_code: 'accounts[].currency',
    description: 'transactions[].description',
    memo: 'transactions[].memo',
    posted_at: 'transactions[].posted',
    transacted_at: 'transactions[].transacted_at, transactions[].posted',
  },
  holdings: {
    id: 'accounts[].id, holdings[].id',
    account_id: 'accounts[].id',
    name: 'holdings[].description, holdings[].symbol',
    symbol: 'holdings[].symbol',
    security_type: '(always OTHER)',
    quantity: 'holdings[].shares',
    market_value: 'holdings[].market_value',
    cost_basis: 'holdings[].cost_basis',
    currency_code: 'holdings[].currency, accounts[].currency',
  },
} as const;
