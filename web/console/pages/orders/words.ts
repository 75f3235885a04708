// Texts and types of the pages about orders.
import { inBoth } from '../../words.ts';

export const WORDS = inBoth(
  {
    title: 'Orders',
    lead: 'Each order is one verification of one person.',
    create: 'Create an order',
    export: 'Export as CSV',
    number: 'Order number',
    person: 'Person',
    product: 'Product',
    products: 'Products',
    external_id: 'Your user id',
    token: 'Token for the widget',
    access_token: 'Access token',
    external_hint:
      'The person has no id of yours yet. An order can name an existing person only by this id, so it is saved first.',
    person_id: 'Person id',
    new_lead_person: 'The order is for this person. Empty fields of the person are filled with what you enter here.',
    empty_title: 'No orders yet',
    empty_text:
      'An order names a person and what is to be verified. The person gets a link, connects, and the report follows.',
    save_view: 'Save these filters',
    view_name: 'Name of the view',
    view_saved: 'The view was saved.',
    view_removed: 'The view was removed.',
    remove_view: 'Remove the view {name}',
    new_title: 'Create an order',
    new_lead: 'The person is invited by e-mail and text message, if you give these. In the sandbox nothing is sent.',
    first_name: 'First name',
    last_name: 'Last name',
    email: 'E-mail address',
    phone: 'Phone',
    ssn: 'Social security number',
    ssn_hint: 'Nine digits, or the last four',
    employer: 'Employer',
    employer_hint: 'Preselects the employer in the widget',
    notes: 'Notes',
    template: 'Template',
    no_template: 'Default',
    sample: 'Fill in a sample person',
    created: 'The order was created.',
    suborders: 'What is verified',
    timeline: 'Time line',
    raw: 'JSON',
    overview: 'Overview',
    messages: 'Messages',
    invoice: 'Invoice',
    certifications: 'Certifications',
    cancel: 'Cancel the order',
    cancel_title: 'Cancel this order?',
    cancel_text: 'The person’s link stops working. Tasks that run finish, but change nothing.',
    canceled: 'The order was canceled.',
    refresh: 'Refresh the data',
    refreshed: 'A refresh order was created.',
    open_landing: 'Open the applicant’s page',
    open_emulator: 'Open in the emulator',
    sandbox_tip: 'Be the applicant: sign in as goodlogin with goodpassword.',
    expires: 'Expires',
    consent: 'Consent',
    completed: 'Completed',
    group: 'Order group',
    source: 'Source',
    is_refresh: 'Refresh',
    refresh_of: 'Refresh of',
    refreshed_by: 'Refreshed by',
    report: 'Report',
    report_income: 'Income and employment report',
    report_assets: 'Asset report',
    tasks: 'Tasks',
    task: 'Task',
    no_tasks: 'The person has not connected yet.',
    provider: 'Provider',
    method: 'Method',
    link: 'Link',
    suspicious: 'Signs of fraud',
    pdf: 'PDF report',
    error: 'Message',
    updated: 'Updated',
    employment: 'Employment',
    job: 'Job',
    since: 'Since',
    income: 'Income',
    accounts: 'Accounts',
    account: 'Account',
    balance: 'Balance',
    moment: 'Moment {at} of {count}',
    scrub: 'Moment',
    earlier: 'Earlier',
    later: 'Later',
    at_moment: 'As it was at this moment',
    order: 'Order',
    suborder: 'Suborder',
    links: 'Links',
    connected: 'Connected',
    disconnected: 'Disconnected',
    deleted: 'Deleted',
    not_known: 'Not known yet',
    deliveries: 'Webhook deliveries',
    attempts_made: 'Attempts: {count}',
    nothing_yet: 'Nothing yet.',
    not_complete: 'This order has more moments than are shown here.',
    details: 'What happened',
    decision: 'Decision',
    reason: 'Reason',
    comment: 'Comment',
    no_certifications: 'The person has not been asked to confirm the data, or has not answered.',
    representative: 'Right',
    not_representative: 'Wrong',
    cancel_short: 'Cancel',
  },
  {
    title: 'Órdenes',
    lead: 'Cada orden es una verificación de una persona.',
    create: 'Crear una orden',
    export: 'Exportar como CSV',
    number: 'Número de orden',
    person: 'Persona',
    product: 'Producto',
    products: 'Productos',
    external_id: 'Su ID de usuario',
    token: 'Token para el widget',
    access_token: 'Token de acceso',
    external_hint:
      'La persona aún no tiene un ID suyo. Una orden solo puede nombrar a una persona existente por este ID, así que se guarda primero.',
    person_id: 'ID de la persona',
    new_lead_person:
      'La orden es para esta persona. Los campos vacíos de la persona se llenan con lo que escriba aquí.',
    empty_title: 'Aún no hay órdenes',
    empty_text:
      'Una orden nombra a una persona y lo que se verifica. La persona recibe un enlace, se conecta y sigue el informe.',
    save_view: 'Guardar estos filtros',
    view_name: 'Nombre de la vista',
    view_saved: 'La vista se guardó.',
    view_removed: 'La vista se quitó.',
    remove_view: 'Quitar la vista {name}',
    new_title: 'Crear una orden',
    new_lead: 'La persona es invitada por correo y mensaje, si los indica. En pruebas no se envía nada.',
    first_name: 'Nombre',
    last_name: 'Apellido',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    ssn: 'Número de seguro social',
    ssn_hint: 'Nueve dígitos, o los últimos cuatro',
    employer: 'Empleador',
    employer_hint: 'Preselecciona el empleador en el widget',
    notes: 'Notas',
    template: 'Plantilla',
    no_template: 'Predeterminada',
    sample: 'Llenar con una persona de ejemplo',
    created: 'La orden se creó.',
    suborders: 'Qué se verifica',
    timeline: 'Línea de tiempo',
    raw: 'JSON',
    overview: 'Resumen',
    messages: 'Mensajes',
    invoice: 'Factura',
    certifications: 'Confirmaciones',
    cancel: 'Cancelar la orden',
    cancel_title: '¿Cancelar esta orden?',
    cancel_text: 'El enlace de la persona deja de funcionar. Las tareas en curso terminan, pero no cambian nada.',
    canceled: 'La orden se canceló.',
    refresh: 'Actualizar los datos',
    refreshed: 'Se creó una orden de actualización.',
    open_landing: 'Abrir la página del solicitante',
    open_emulator: 'Abrir en el emulador',
    sandbox_tip: 'Sea el solicitante: entre como goodlogin con goodpassword.',
    expires: 'Vence',
    consent: 'Consentimiento',
    completed: 'Completada',
    group: 'Grupo de órdenes',
    source: 'Origen',
    is_refresh: 'Actualización',
    refresh_of: 'Actualización de',
    refreshed_by: 'Actualizada por',
    report: 'Informe',
    report_income: 'Informe de ingresos y empleo',
    report_assets: 'Informe de activos',
    tasks: 'Tareas',
    task: 'Tarea',
    no_tasks: 'La persona aún no se ha conectado.',
    provider: 'Proveedor',
    method: 'Método',
    link: 'Conexión',
    suspicious: 'Indicios de fraude',
    pdf: 'Informe en PDF',
    error: 'Mensaje',
    updated: 'Actualizado',
    employment: 'Empleo',
    job: 'Puesto',
    since: 'Desde',
    income: 'Ingreso',
    accounts: 'Cuentas',
    account: 'Cuenta',
    balance: 'Saldo',
    moment: 'Momento {at} de {count}',
    scrub: 'Momento',
    earlier: 'Antes',
    later: 'Después',
    at_moment: 'Como era en este momento',
    order: 'Orden',
    suborder: 'Suborden',
    links: 'Conexiones',
    connected: 'Conectada',
    disconnected: 'Desconectada',
    deleted: 'Eliminada',
    not_known: 'Aún no se sabe',
    deliveries: 'Entregas de webhooks',
    attempts_made: 'Intentos: {count}',
    nothing_yet: 'Nada todavía.',
    not_complete: 'Esta orden tiene más momentos de los que se muestran aquí.',
    details: 'Qué pasó',
    decision: 'Decisión',
    reason: 'Motivo',
    comment: 'Comentario',
    no_certifications: 'No se pidió a la persona confirmar los datos, o no ha respondido.',
    representative: 'Correcto',
    not_representative: 'Incorrecto',
    cancel_short: 'Cancelar',
  },
);

export const PRODUCTS = [
  'income',
  'employment',
  'assets',
  'transactions',
  'insurance',
  'deposit_switch',
  'pll',
  'admin',
] as const;

export const ORDER_STATUSES = [
  'pending',
  'sent',
  'completed',
  'error',
  'no_data',
  'expired',
  'skipped',
  'canceled',
] as const;

export type Task = {
  id: string;
  status: string;
  product_type: string;
  data_source: string;
  provider: { name: string } | null;
  error_message: string | null;
  created_at: string;
  updated_at: string;
};

export type Suborder = {
  id: string;
  bridge_token: string;
  access_token: string | null;
  product_type: string;
  status: string;
  link_id: string | null;
  data_source: string | null;
  provider: { name: string } | null;
  is_suspicious: boolean | null;
  tasks: readonly Task[];
  pdf_report: string | null;
  company_name?: string | null;
  name?: string | null;
  employments?: readonly {
    id: string;
    job_title: string | null;
    start_date: string | null;
    income: string | null;
    income_unit: string | null;
    company: { name: string | null };
  }[];
  accounts?: readonly {
    id: string;
    type: string;
    mask: string | null;
    nickname: string | null;
    balance?: string | null;
  }[];
};

export type Order = {
  id: string;
  user_id: string;
  order_group_id: string;
  products: readonly string[];
  status: string;
  order_number: string | null;
  external_user_id: string | null;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  ssn: string | null;
  notes: string | null;
  source: string;
  bridge_token: string;
  share_url: string;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
  canceled_at: string | null;
  expired_at: string;
  user_consent_at: string | null;
  initial_order: string | null;
  refresh_order: string | null;
  voie_report_id: string | null;
  voa_report_id: string | null;
  employers: readonly Suborder[];
  financial_accounts: readonly Suborder[];
  insurance: Suborder | null;
};
