// Texts of the pages about people, links and reports.
import { inBoth } from '../../words.ts';

export const WORDS = inBoth(
  {
    title: 'People',
    lead: 'Everybody who was verified or is to be verified.',
    name: 'Name',
    external_id: 'Your user id',
    product: 'Product',
    links: 'Links',
    email: 'E-mail address',
    phone: 'Phone',
    ssn: 'Social security number',
    empty_title: 'No people yet',
    empty_text: 'A person is created with the first order, or by itself.',
    overview: 'Links and tasks',
    reports: 'Reports',
    declared: 'Declared data',
    orders: 'Orders',
    no_links: 'Nothing is connected yet.',
    no_tasks: 'No tasks yet.',
    provider: 'Provider',
    method: 'Method',
    connected: 'Connected',
    disconnected: 'Reconnect needed',
    tasks: 'Tasks',
    task: 'Task',
    link: 'Connection',
    of_order: 'Order',
    error: 'Message',
    updated: 'Updated',
    order: 'Create an order',
    declare: 'Declare sandbox data',
    report_income: 'Income and employment',
    report_assets: 'Assets',
    report_insights: 'Income from bank data',
    make_report: 'Make a report',
    report_made: 'The report was made.',
    no_reports: 'No report of this kind yet.',
    open: 'Open',
    id: 'Id',
    as_pdf: 'PDF',
    person: 'Person',
    refresh: 'Refresh now',
    refreshing: 'The refresh was started.',
    suspicious: 'Looks altered',
    flagged: 'Signs of fraud',
    not_suspicious: 'No sign of alteration',
    documents: 'Documents',
    document: 'Document',
    filename: 'File name',
    statements: 'Pay statements',
    accounts: 'Accounts',
    numbers: 'Account numbers',
    pay_accounts: 'Accounts that pay goes to',
    account_number: 'Account number',
    routing_number: 'Routing number',
    account: 'Account',
    no_employment: 'This link has no data of an employment.',
    transactions: 'Transactions',
    since: 'Since',
    until: 'until',
    active: 'Active',
    ended: 'Ended',
    pay_date: 'Pay date',
    gross: 'Gross',
    net: 'Net',
    hours: 'Hours',
    income: 'Income',
    frequency: 'Paid',
    W: 'Every week',
    BW: 'Every two weeks',
    SM: 'Twice a month',
    M: 'Every month',
    SA: 'Twice a year',
    A: 'Once a year',
    C: 'By commission',
    gross_per_month: 'Gross and net pay per month',
    years: 'Per year',
    year: 'Year',
    bonus: 'Bonus',
    overtime: 'Overtime',
    commission: 'Commission',
    balance: 'Balance',
    available: 'Available',
    average: 'Average of {days} days',
    balance_per_day: 'Balance day by day',
    description: 'Description',
    amount: 'Amount',
    date: 'Date',
    large: 'Large deposit',
    nsf: 'Returned for lack of funds',
    days_available: 'Days of data',
    income_per_month: 'Income per month and source',
    forecast: 'Expected per month',
    monthly: 'Average per month',
    monthly_gross: 'Gross per month',
    annual: 'Per year',
    annual_forecast: 'Expected per year',
    sources: 'Income sources',
    next_payment: 'Next payment',
    why: 'Why this number',
    why_total: 'How it adds up',
    adds_up: 'is the sum of the sources that count.',
    adds_up_year: 'is the sum of the sources that count, times {months}.',
    counted: 'Sources that count',
    adds_up_accounts: 'is the sum of these accounts. Debts and other currencies do not count.',
    mean_of_days: 'is the mean of the balances at the end of the last {days} days.',
    source: 'Where it comes from',
    income_source: 'The record of the employer, as the provider returned it. The pay statements below support it.',
    year_of: 'Pay of',
    year_source: 'These figures are what {provider} reports for the year. The pay statements of that year are:',
    not_counted: 'Not counted: not expected again, or another currency',
    per_month: 'Per month',
    avg_deposit: 'Average deposit',
    avg_gross_deposit: 'Average deposit, gross',
    first_deposit: 'First deposit',
    last_deposit: 'Last deposit',
    computed_from: 'Computed from:',
    no_proof: 'No deposit counts towards this value. The inputs below show what it rests on.',
    left_out: 'Left out by the rule',
    expected_short: 'expected',
    why_of: '{figure}: {source}',
    rule: 'Rule',
    inputs: 'From',
    provenance: 'Where each field comes from',
    list: 'List',
    field: 'Field',
    provider_field: 'Field of the provider',
    proof: 'Transactions behind it',
    category: 'Category',
    calendar: 'Pay calendar',
    value: 'Value',
    rejected: 'Credits that do not count as income',
    reason: 'Why not',
    no_income: 'No income was found in the bank data of this period.',
    no_data: 'The report has no data: nothing was connected when it was made.',
    made: 'Made',
    total: 'Total',
    deposits: 'Deposits',
    anchor: 'Anchor',
    missing: 'Missing: {fields}',
    deductions: 'Deductions',
    earnings: 'Earnings',
    period: 'Period',
    statement: 'Pay statement',
    all_transactions: '{count} transactions',
  },
  {
    title: 'Personas',
    lead: 'Todas las personas verificadas o por verificar.',
    name: 'Nombre',
    external_id: 'Su ID de usuario',
    product: 'Producto',
    links: 'Conexiones',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    ssn: 'Número de seguro social',
    empty_title: 'Aún no hay personas',
    empty_text: 'Una persona se crea con su primera orden, o por sí sola.',
    overview: 'Conexiones y tareas',
    reports: 'Informes',
    declared: 'Datos declarados',
    orders: 'Órdenes',
    no_links: 'Aún no hay nada conectado.',
    no_tasks: 'Aún no hay tareas.',
    provider: 'Proveedor',
    method: 'Método',
    connected: 'Conectada',
    disconnected: 'Debe reconectarse',
    tasks: 'Tareas',
    task: 'Tarea',
    link: 'Conexión',
    of_order: 'Orden',
    error: 'Mensaje',
    updated: 'Actualizado',
    order: 'Crear una orden',
    declare: 'Declarar datos de prueba',
    report_income: 'Ingresos y empleo',
    report_assets: 'Activos',
    report_insights: 'Ingresos según el banco',
    make_report: 'Hacer un informe',
    report_made: 'El informe se hizo.',
    no_reports: 'Aún no hay informes de este tipo.',
    open: 'Abrir',
    id: 'ID',
    as_pdf: 'PDF',
    person: 'Persona',
    refresh: 'Actualizar ahora',
    refreshing: 'La actualización comenzó.',
    suspicious: 'Parece alterado',
    flagged: 'Indicios de fraude',
    not_suspicious: 'Sin señales de alteración',
    documents: 'Documentos',
    document: 'Documento',
    filename: 'Nombre del archivo',
    statements: 'Recibos de pago',
    accounts: 'Cuentas',
    numbers: 'Números de cuenta',
    pay_accounts: 'Cuentas a las que va el pago',
    account_number: 'Número de cuenta',
    routing_number: 'Número de ruta',
    account: 'Cuenta',
    no_employment: 'Esta conexión no tiene datos de un empleo.',
    transactions: 'Transacciones',
    since: 'Desde',
    until: 'hasta',
    active: 'Activo',
    ended: 'Terminado',
    pay_date: 'Fecha de pago',
    gross: 'Bruto',
    net: 'Neto',
    hours: 'Horas',
    income: 'Ingreso',
    frequency: 'Se paga',
    W: 'Cada semana',
    BW: 'Cada dos semanas',
    SM: 'Dos veces al mes',
    M: 'Cada mes',
    SA: 'Dos veces al año',
    A: 'Una vez al año',
    C: 'Por comisión',
    gross_per_month: 'Pago bruto y neto por mes',
    years: 'Por año',
    year: 'Año',
    bonus: 'Bonos',
    overtime: 'Horas extra',
    commission: 'Comisión',
    balance: 'Saldo',
    available: 'Disponible',
    average: 'Promedio de {days} días',
    balance_per_day: 'Saldo día por día',
    description: 'Descripción',
    amount: 'Monto',
    date: 'Fecha',
    large: 'Depósito grande',
    nsf: 'Devueltos por falta de fondos',
    days_available: 'Días de datos',
    income_per_month: 'Ingresos por mes y fuente',
    forecast: 'Esperado por mes',
    monthly: 'Promedio por mes',
    monthly_gross: 'Bruto por mes',
    annual: 'Por año',
    annual_forecast: 'Esperado por año',
    sources: 'Fuentes de ingresos',
    next_payment: 'Próximo pago',
    why: 'Por qué este número',
    why_total: 'Cómo se suma',
    adds_up: 'es la suma de las fuentes que cuentan.',
    adds_up_year: 'es la suma de las fuentes que cuentan, por {months}.',
    counted: 'Fuentes que cuentan',
    adds_up_accounts: 'es la suma de estas cuentas. No cuentan las deudas ni otras monedas.',
    mean_of_days: 'es el promedio de los saldos al final de los últimos {days} días.',
    source: 'De dónde viene',
    income_source:
      'El registro del empleador, como lo devolvió el proveedor. Lo respaldan los recibos de pago de abajo.',
    year_of: 'Pago de',
    year_source: 'Estas cifras son las que {provider} informa para el año. Los recibos de pago de ese año son:',
    not_counted: 'No cuentan: no se esperan de nuevo, o son de otra moneda',
    per_month: 'Por mes',
    avg_deposit: 'Depósito promedio',
    avg_gross_deposit: 'Depósito promedio, bruto',
    first_deposit: 'Primer depósito',
    last_deposit: 'Último depósito',
    computed_from: 'Calculado a partir de:',
    no_proof: 'Ningún depósito cuenta para este valor. Los datos de abajo muestran en qué se basa.',
    left_out: 'Excluidos por la regla',
    expected_short: 'esperado',
    why_of: '{figure}: {source}',
    rule: 'Regla',
    inputs: 'A partir de',
    provenance: 'De dónde viene cada campo',
    list: 'Lista',
    field: 'Campo',
    provider_field: 'Campo del proveedor',
    proof: 'Transacciones que lo prueban',
    category: 'Categoría',
    calendar: 'Calendario de pagos',
    value: 'Valor',
    rejected: 'Abonos que no cuentan como ingreso',
    reason: 'Por qué no',
    no_income: 'No se encontraron ingresos en los datos bancarios de este período.',
    no_data: 'El informe no tiene datos: nada estaba conectado cuando se hizo.',
    made: 'Hecho',
    total: 'Total',
    deposits: 'Depósitos',
    anchor: 'Ancla',
    missing: 'Falta: {fields}',
    deductions: 'Deducciones',
    earnings: 'Percepciones',
    period: 'Período',
    statement: 'Recibo de pago',
    all_transactions: '{count} transacciones',
  },
);

export type Link = {
  id: string;
  user_id: string;
  status: string;
  provider_id: string;
  provider: { name: string };
  data_source: string;
  initial_product_type: string;
  is_connected: boolean;
  is_suspicious: boolean;
  created_at: string;
  updated_at: string;
};

export type Person = {
  id: string;
  external_user_id: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  ssn: string | null;
  created_at: string;
  links?: readonly Link[];
};

export type Statement = {
  id: string;
  pay_date: string | null;
  period_start: string | null;
  period_end: string | null;
  gross_pay: string | null;
  net_pay: string | null;
  hours: string | null;
  earnings: readonly { name: string; amount: string }[];
  deductions: readonly { name: string; amount: string }[];
};

export type Employment = {
  id: string;
  company: { name: string | null };
  job_title: string | null;
  is_active: boolean;
  start_date: string | null;
  end_date: string | null;
  income: string | null;
  income_unit: string | null;
  pay_frequency: string | null;
  statements: readonly Statement[];
  annual_income_summary: readonly {
    id: string;
    year: number;
    gross_pay: string | null;
    net_pay: string | null;
    bonus: string | null;
    overtime: string | null;
    commission: string | null;
  }[];
  missing_data_fields: readonly string[];
};

export type Transaction = {
  id: string;
  amount: string;
  type: 'DEBIT' | 'CREDIT';
  description: string;
  transacted_at: string;
  is_large_deposit?: boolean;
};
