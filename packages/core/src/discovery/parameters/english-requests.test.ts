import { describe, expect, test } from 'vitest';
import { fillParameters } from './fill-parameters.ts';
import { type Case, integer, list, number, text, tool, yesNo } from './schemas.test-support.ts';

// A Wednesday.
const now = '2024-03-06T10:00:00';

const cases: readonly Case[] = [
  [
    'What is the final velocity of an object dropped from 100 meters, ignoring air resistance, given gravity 9.81 m/s^2?',
    'calculate_final_velocity',
    tool(
      {
        height: number('Height in meters.'),
        gravity: number('Gravity. Default 9.81'),
        initial_velocity: number('The initial velocity in m/s. Default is 0'),
      },
      ['height'],
    ),
    { height: 100, gravity: 9.81 },
  ],
  [
    'Calculate the area of a triangle with base 10 units and height 5 units',
    'calc_area_triangle',
    tool({ base: integer('The base of the triangle.'), height: integer('The height of the triangle.') }),
    { base: 10, height: 5 },
  ],
  [
    'Find the roots of a quadratic equation with coefficients a=2, b=-3 and c=1',
    'solve_quadratic',
    tool({ a: integer('coefficient a'), b: integer('coefficient b'), c: integer('coefficient c') }),
    { a: 2, b: -3, c: 1 },
  ],
  [
    'Compute the derivative of 3x^2 + 2x - 1 at x = 5',
    'derivative',
    tool({
      function: text('The function to differentiate.'),
      value: integer('The value where the derivative is evaluated.'),
    }),
    { function: '3x^2 + 2x - 1', value: 5 },
  ],
  [
    'Calculate compound interest on $10,000 at an annual rate of 4.5% for 7 years compounded quarterly',
    'compound',
    tool({
      principal: integer('Initial amount of money'),
      rate: number('Annual interest rate'),
      years: integer('Number of years'),
    }),
    { principal: 10000, rate: 0.045, years: 7 },
  ],
  [
    'Who won the basketball game between Lakers and Celtics on Jan 28, 2021?',
    'game_result',
    tool({
      teams: list(text(), 'List of the two teams'),
      date: text('The date of the game in YYYY-MM-DD format'),
    }),
    { teams: ['Lakers', 'Celtics'], date: '2021-01-28' },
  ],
  [
    'Find the distance in kilometers between London and Paris',
    'distance',
    tool(
      {
        start_location: text('Starting point'),
        end_location: text('Destination'),
        unit: text('Unit of distance', { enum: ['kilometers', 'miles'] }),
      },
      ['start_location', 'end_location'],
    ),
    { start_location: 'London', end_location: 'Paris', unit: 'kilometers' },
  ],
  [
    'Book a flight from Seattle to Boston on December 5, 2024 for 3 passengers in business class',
    'book_flight',
    tool({
      origin: text('departure city'),
      destination: text('arrival city'),
      date: text('YYYY-MM-DD'),
      passengers: integer('number of travelers'),
      class: text('cabin class', { enum: ['economy', 'business', 'first'] }),
    }),
    { origin: 'Seattle', destination: 'Boston', date: '2024-12-05', passengers: 3, class: 'business' },
  ],
  [
    'Get me the stock price of Tesla for the last 30 days',
    'stock_history',
    tool({ company: text('Company name'), days: integer('Number of past days') }),
    { company: 'Tesla', days: 30 },
  ],
  [
    'Translate "Good morning" from English to Spanish',
    'translate',
    tool({
      text: text('Text to translate'),
      source_language: text('Source language'),
      target_language: text('Target language'),
    }),
    { text: 'Good morning', source_language: 'English', target_language: 'Spanish' },
  ],
  [
    'Convert 150 US dollars to euros',
    'convert_currency',
    tool({
      amount: number('Amount to convert'),
      from_currency: text('Source currency code, e.g. USD'),
      to_currency: text('Target currency code, e.g. EUR'),
    }),
    { amount: 150, from_currency: 'USD', to_currency: 'EUR' },
  ],
  [
    'Send an email to john@acme.com with subject "Q3 report" saying "Please find it attached."',
    'send_email',
    tool({ to: text('Recipient email'), subject: text('Subject line'), body: text('Body of the email') }),
    { to: 'john@acme.com', subject: 'Q3 report', body: 'Please find it attached.' },
  ],
  [
    'Set a timer for 25 minutes',
    'set_timer',
    tool({ duration_seconds: integer('Duration in seconds') }),
    { duration_seconds: 1500 },
  ],
  [
    'Find Italian restaurants in Chicago with outdoor seating, rated at least 4.5',
    'find_restaurants',
    tool(
      {
        city: text('City'),
        cuisine: text('Cuisine type'),
        outdoor_seating: yesNo('Whether outdoor seating is available'),
        min_rating: number('Minimum rating'),
      },
      ['city', 'cuisine'],
    ),
    { city: 'Chicago', cuisine: 'Italian', outdoor_seating: true, min_rating: 4.5 },
  ],
  [
    'What is the population of Brazil in 2015?',
    'population',
    tool({ country: text('Country name'), year: integer('The year') }),
    { country: 'Brazil', year: 2015 },
  ],
  [
    'Calculate the mean, median of the numbers 3, 7, 9, 12 and 15',
    'stats',
    tool({ numbers: list(integer(), 'List of numbers') }),
    { numbers: [3, 7, 9, 12, 15] },
  ],
  [
    'Run a linear regression with predictors age, income and education and target house price',
    'regress',
    tool({ predictors: list(text(), 'The predictor variables'), target: text('The target variable') }),
    { predictors: ['age', 'income', 'education'], target: 'house price' },
  ],
  [
    'Create a rectangle 12 cm wide and 7 cm tall',
    'rect',
    tool({ width: number('width in cm'), height: number('height in cm') }),
    { width: 12, height: 7 },
  ],
  [
    'How many calories are burned by running at 10 km/h for 45 minutes weighing 70 kg?',
    'calories',
    tool({
      activity: text('The activity, e.g. running, cycling'),
      speed: number('Speed in km/h'),
      duration: integer('Duration in minutes'),
      weight: integer('Body weight in kilograms'),
    }),
    { activity: 'running', speed: 10, duration: 45, weight: 70 },
  ],
  [
    'Order 2 large pepperoni pizzas and a Coke to 221B Baker Street',
    'order',
    tool({ address: text('Delivery address') }),
    { address: '221B Baker Street' },
  ],
  [
    'Read the file src/index.ts from line 10 to line 40',
    'read_file',
    tool(
      { path: text('Path of the file'), start_line: integer('First line'), end_line: integer('Last line') },
      ['path'],
    ),
    { path: 'src/index.ts', start_line: 10, end_line: 40 },
  ],
  [
    'Delete the folder /tmp/cache recursively',
    'rm',
    tool({ path: text('Path'), recursive: yesNo('Delete recursively') }, ['path']),
    { path: '/tmp/cache', recursive: true },
  ],
  [
    'List all users without inactive ones, 50 per page',
    'list_users',
    tool(
      { include_inactive: yesNo('Whether to include inactive users'), page_size: integer('Users per page') },
      [],
    ),
    { include_inactive: false, page_size: 50 },
  ],
  [
    'Schedule a meeting with Alice Johnson and Bob Lee titled Budget Review tomorrow at 3pm',
    'schedule',
    tool({
      attendees: list(text(), 'People to invite'),
      title: text('Title of the meeting'),
      start: text('Start', { format: 'date-time' }),
    }),
    { attendees: ['Alice Johnson', 'Bob Lee'], title: 'Budget Review', start: '2024-03-07T15:00:00Z' },
  ],
  [
    'Look up the lyrics of Bohemian Rhapsody by Queen',
    'lyrics',
    tool({ song: text('Title of the song'), artist: text('Name of the artist') }),
    { song: 'Bohemian Rhapsody', artist: 'Queen' },
  ],
  [
    'Recommend books by Isaac Asimov published after 1950 in the science fiction genre',
    'books',
    tool(
      {
        author: text('Author of the book'),
        published_after: integer('Year of publication, lower bound'),
        genre: text('Genre of the book'),
      },
      ['author'],
    ),
    { author: 'Isaac Asimov', published_after: 1950, genre: 'science fiction' },
  ],
  [
    'Get the weather forecast for Tokyo for the next 5 days in Celsius',
    'forecast',
    tool(
      {
        location: text('City'),
        days: integer('Number of days to forecast'),
        unit: text('Temperature unit', { enum: ['celsius', 'fahrenheit'] }),
      },
      ['location', 'days'],
    ),
    { location: 'Tokyo', days: 5, unit: 'celsius' },
  ],
  [
    'My username is kate_92, my age is 31 and I live in Denver',
    'register',
    tool({ username: text('User name'), age: integer('Age of the user'), city: text('City of residence') }),
    { username: 'kate_92', age: 31, city: 'Denver' },
  ],
  [
    'Create a user profile with name Maria Lopez, age 29 and address with street 5 Oak Lane and city Austin',
    'create_user',
    tool({
      name: text('Full name'),
      age: integer('Age'),
      address: tool({ street: text('Street'), city: text('City') }),
    }),
    { name: 'Maria Lopez', age: 29, address: { street: '5 Oak Lane', city: 'Austin' } },
  ],
  [
    'Invoice: 3 chairs at $40 each and 1 table at $150',
    'invoice',
    tool({
      items: list(
        tool({ name: text('Name of the item'), quantity: integer('Quantity'), price: number('Unit price') }),
        'Items',
      ),
    }),
    {
      items: [
        { name: 'chairs', quantity: 3, price: 40 },
        { name: 'table', quantity: 1, price: 150 },
      ],
    },
  ],
  [
    'What is the greatest common factor of 24 and 36?',
    'gcf',
    tool({ a: integer('first number'), b: integer('second number') }),
    { a: 24, b: 36 },
  ],
  [
    'Estimate the probability of getting exactly 3 heads in 10 coin flips',
    'binomial',
    tool({ trials: integer('Number of coin flips'), successes: integer('Number of heads') }),
    { trials: 10, successes: 3 },
  ],
  [
    'What is the density of an object with mass 45 kg and volume 15 cubic meters?',
    'density',
    tool({ mass: number('mass in kg'), volume: number('volume in cubic meters') }),
    { mass: 45, volume: 15 },
  ],
  [
    'Play some jazz music at 40% volume',
    'play',
    tool({ genre: text('Genre of music'), volume: integer('Volume from 0 to 100') }, ['genre']),
    { genre: 'jazz', volume: 40 },
  ],
  [
    'Find all prime numbers between 50 and 150',
    'primes',
    tool({ start: integer('Start of the range'), end: integer('End of the range') }),
    { start: 50, end: 150 },
  ],
  [
    'Remind me to call mom at 6 pm',
    'remind',
    tool({ task: text('What to be reminded of'), time: text('Time in HH:MM') }),
    { task: 'call mom', time: '18:00' },
  ],
  [
    'How do I get from Central Park to Times Square by subway?',
    'route',
    tool(
      {
        origin: text('Start'),
        destination: text('End'),
        mode: text('Mode of transport', { enum: ['driving', 'walking', 'subway', 'bus'] }),
      },
      ['origin', 'destination'],
    ),
    { origin: 'Central Park', destination: 'Times Square', mode: 'subway' },
  ],
  [
    'Compare the GDP of Germany and France in 2020',
    'gdp',
    tool({ countries: list(text(), 'Countries to compare'), year: integer('Year') }),
    { countries: ['Germany', 'France'], year: 2020 },
  ],
  [
    'Calculate the electric field strength at a distance of 3 meters from a charge of 0.01 coulombs in vacuum.',
    'calculate_electric_field',
    tool(
      {
        charge: number('The charge in coulombs.'),
        distance: integer('The distance in meters.'),
        medium: text('The medium, default is vacuum'),
      },
      ['charge', 'distance'],
    ),
    { charge: 0.01, distance: 3, medium: 'vacuum' },
  ],
  [
    'What is the genotype frequency of the AA genotype when the allele frequency of A is 0.3?',
    'genotype',
    tool({
      allele_frequency: number('The frequency of the allele'),
      genotype: text('The genotype', { enum: ['AA', 'Aa', 'aa'] }),
    }),
    { allele_frequency: 0.3, genotype: 'AA' },
  ],
  [
    'Find a lawyer who specializes in divorce in Houston, charging at most 300 dollars per hour',
    'find_lawyer',
    tool({
      city: text('City'),
      specialty: text('Area of law, e.g. divorce, criminal, tax'),
      max_fee: integer('Maximum hourly fee in dollars'),
    }),
    { city: 'Houston', specialty: 'divorce', max_fee: 300 },
  ],
  [
    'How many steps would a 175 cm tall person need to walk 2 miles?',
    'steps',
    tool({
      height_cm: integer('Height of the person in centimeters'),
      distance_miles: number('Distance in miles'),
    }),
    { height_cm: 175, distance_miles: 2 },
  ],
  [
    'Get the top 10 scorers of the 2018 World Cup',
    'top_scorers',
    tool({
      competition: text('Name of the competition'),
      year: integer('Year'),
      limit: integer('Number of players to return'),
    }),
    { competition: 'World Cup', year: 2018, limit: 10 },
  ],
  [
    'Calculate the body mass index for someone who weighs 80 kilograms and is 1.82 meters tall',
    'bmi',
    tool({ weight: number('Weight in kilograms'), height: number('Height in meters') }),
    { weight: 80, height: 1.82 },
  ],
  [
    'What will the temperature be in Oslo next Friday?',
    'weather',
    tool({ city: text('City name'), date: text('Date (YYYY-MM-DD)') }),
    { city: 'Oslo', date: '2024-03-15' },
  ],
  [
    'Show the sales report for Q2 2023 as a bar chart',
    'report',
    tool({
      quarter: text('Quarter', { enum: ['Q1', 'Q2', 'Q3', 'Q4'] }),
      year: integer('Year'),
      chart: text('Chart type', { enum: ['bar', 'line', 'pie'] }),
    }),
    { quarter: 'Q2', year: 2023, chart: 'bar' },
  ],
  [
    'Add a task "Buy milk" with high priority due on 2024-05-01',
    'add_task',
    tool(
      {
        title: text('Title of the task'),
        priority: text('Priority', { enum: ['low', 'medium', 'high'] }),
        due: text('Due date', { format: 'date' }),
      },
      ['title'],
    ),
    { title: 'Buy milk', priority: 'high', due: '2024-05-01' },
  ],
  [
    'Transfer 250 euros from account 12345 to account 98765',
    'transfer',
    tool({
      amount: number('Amount of money'),
      from_account: text('Source account number'),
      to_account: text('Target account number'),
    }),
    { amount: 250, from_account: '12345', to_account: '98765' },
  ],
  [
    'Simulate 1000 rolls of a 20-sided die',
    'roll',
    tool({ rolls: integer('Number of rolls'), sides: integer('Number of sides of the die') }),
    { rolls: 1000, sides: 20 },
  ],
  [
    'Which museums in Vienna are open on Sundays?',
    'museums',
    tool({
      city: text('City'),
      day: text('Day of the week', {
        enum: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
      }),
    }),
    { city: 'Vienna', day: 'Sunday' },
  ],
  [
    'Estimate the cost of renting a 3-bedroom apartment in Berlin for 6 months',
    'rent',
    tool({
      city: text('City'),
      bedrooms: integer('Number of bedrooms'),
      months: integer('Duration in months'),
    }),
    { city: 'Berlin', bedrooms: 3, months: 6 },
  ],
  [
    'Calculate the slope of the line through the points (2, 3) and (5, 11)',
    'slope',
    tool({ point1: list(number(), 'First point'), point2: list(number(), 'Second point') }),
    { point1: [2, 3], point2: [5, 11] },
  ],
  [
    'Multiply the matrices [[1,2],[3,4]] and [[5,6],[7,8]]',
    'matmul',
    tool({ a: list(list(number()), 'First matrix'), b: list(list(number()), 'Second matrix') }),
    {
      a: [
        [1, 2],
        [3, 4],
      ],
      b: [
        [5, 6],
        [7, 8],
      ],
    },
  ],
  [
    'Find flights to Rome on 10/05/2024 under 200 dollars, direct only',
    'flights',
    tool(
      {
        destination: text('City'),
        date: text('MM/DD/YYYY'),
        max_price: number('Maximum price'),
        direct_only: yesNo('Only direct flights'),
      },
      ['destination', 'date'],
    ),
    { destination: 'Rome', date: '10/05/2024', max_price: 200, direct_only: true },
  ],
  [
    'Find me vegan and gluten-free restaurants in Portland',
    'restaurants',
    tool({
      location: text('City'),
      diets: list(text('', { enum: ['vegan', 'vegetarian', 'gluten-free', 'halal'] }), 'Diets'),
    }),
    { location: 'Portland', diets: ['vegan', 'gluten-free'] },
  ],
  [
    'Calculate the monthly payment for a $320,000 mortgage at 6.25% over 30 years with a 20% down payment',
    'mortgage',
    tool({
      loan_amount: integer('Amount of the loan in dollars'),
      interest_rate: number('Annual interest rate as a decimal'),
      term_years: integer('Term of the loan in years'),
      down_payment: number('Down payment as a decimal'),
    }),
    { loan_amount: 320000, interest_rate: 0.0625, term_years: 30, down_payment: 0.2 },
  ],
  [
    'Find the nearest hospital within 5 miles of 94103',
    'hospital',
    tool({ zip_code: text('ZIP code'), radius: integer('Radius in miles') }),
    { zip_code: '94103', radius: 5 },
  ],
  [
    'Give me the chemical properties of sodium chloride',
    'chem',
    tool({ compound: text('Name of the compound') }),
    { compound: 'sodium chloride' },
  ],
  [
    'How far is Mars from Earth?',
    'planet_distance',
    tool({ body1: text('First celestial body'), body2: text('Second celestial body') }),
    { body1: 'Mars', body2: 'Earth' },
  ],
  [
    'What was the closing price of AAPL and MSFT on 3 June 2022?',
    'prices',
    tool({ symbols: list(text(), 'Ticker symbols'), date: text('YYYY-MM-DD') }),
    { symbols: ['AAPL', 'MSFT'], date: '2022-06-03' },
  ],
  [
    'Rename report.docx to final_report.docx',
    'rename',
    tool({ old_name: text('Current file name'), new_name: text('New file name') }),
    { old_name: 'report.docx', new_name: 'final_report.docx' },
  ],
  [
    'Commit the changes with the message "Fix login bug" and push to origin',
    'commit',
    tool({ message: text('Commit message'), push: yesNo('Push after the commit') }, ['message']),
    { message: 'Fix login bug', push: true },
  ],
  [
    'Patient data: heart rate of 72, temperature 37.2 and oxygen level 98',
    'vitals',
    tool({
      vitals: tool({
        heart_rate: integer('Heart rate'),
        temperature: number('Body temperature'),
        oxygen: integer('Oxygen level'),
      }),
    }),
    { vitals: { heart_rate: 72, temperature: 37.2, oxygen: 98 } },
  ],
  [
    'Create an alert if the response time exceeds 300ms with a warning level',
    'alert',
    tool({
      metric: text('Metric to watch, e.g. response time, CPU load'),
      threshold: number('Threshold'),
      level: text('Level', { enum: ['info', 'warning', 'critical'] }),
    }),
    { metric: 'response time', threshold: 300, level: 'warning' },
  ],
  [
    'I need two adult tickets and one child ticket for Hamilton on June 3rd',
    'tickets',
    tool({
      show: text('Name of the show'),
      adults: integer('Number of adults'),
      children: integer('Number of children'),
      date: text('YYYY-MM-DD'),
    }),
    { show: 'Hamilton', adults: 2, children: 1, date: '2024-06-03' },
  ],
  [
    'Is there a direct bus from Lyon to Geneva this Saturday before 10 am?',
    'bus',
    tool(
      {
        from: text('Departure city'),
        to: text('Arrival city'),
        date: text('YYYY-MM-DD'),
        latest_departure: text('HH:MM'),
      },
      ['from', 'to'],
    ),
    { from: 'Lyon', to: 'Geneva', date: '2024-03-09', latest_departure: '10:00' },
  ],
  [
    'Generate a password of length 16 with special characters',
    'password',
    tool(
      {
        length: integer('Length of the password'),
        include_special: yesNo('Whether to include special characters'),
      },
      ['length'],
    ),
    { length: 16, include_special: true },
  ],
  [
    'Calculate the total price of 4 notebooks costing 3.50 each with a 10% discount',
    'total',
    tool({
      quantity: integer('Number of items'),
      unit_price: number('Price of each item'),
      discount: number('Discount in percent'),
    }),
    { quantity: 4, unit_price: 3.5, discount: 10 },
  ],
  [
    'Get me details of the movie Inception including the director and cast',
    'movie_details',
    tool(
      {
        title: text('Title of the movie'),
        include_director: yesNo('Include the director'),
        include_cast: yesNo('Include the cast'),
      },
      ['title'],
    ),
    { title: 'Inception', include_director: true, include_cast: true },
  ],
  [
    'How much is 45 degrees Celsius in Fahrenheit?',
    'convert_temp',
    tool({
      value: number('The temperature'),
      from_unit: text('Source unit', { enum: ['Celsius', 'Fahrenheit'] }),
      to_unit: text('Target unit', { enum: ['Celsius', 'Fahrenheit'] }),
    }),
    { value: 45, from_unit: 'Celsius', to_unit: 'Fahrenheit' },
  ],
  [
    'Who directed the film The Godfather?',
    'film_director',
    tool({ film: text('Name of the film') }),
    { film: 'The Godfather' },
  ],
  [
    'Sort these numbers in descending order: 34, 2, 25, 7, 10',
    'sort_numbers',
    tool({
      numbers: list(integer(), 'The list to sort'),
      order: text('Sort order', { enum: ['asc', 'desc'] }),
    }),
    { numbers: [34, 2, 25, 7, 10], order: 'desc' },
  ],
  [
    'Predict the house price for a 3 bedroom, 2 bathroom house with 1800 square feet built in 1995',
    'house_price',
    tool({
      bedrooms: integer('Number of bedrooms'),
      bathrooms: integer('Number of bathrooms'),
      area: integer('Area in square feet'),
      year_built: integer('Year the house was built'),
    }),
    { bedrooms: 3, bathrooms: 2, area: 1800, year_built: 1995 },
  ],
  [
    'Find the capital gains tax for a short-term gain of $15000 in California for a single filer',
    'cg_tax',
    tool({
      gain: integer('The gain'),
      term: text('short or long', { enum: ['short', 'long'] }),
      state: text('State'),
      status: text('Filing status, e.g. single, married'),
    }),
    { gain: 15000, term: 'short', state: 'California', status: 'single' },
  ],
  [
    'List the events of World War II in chronological order',
    'history',
    tool(
      {
        event: text('The event'),
        sort: text('Order of the result', { enum: ['chronological', 'alphabetical'] }),
      },
      ['event'],
    ),
    { event: 'World War II', sort: 'chronological' },
  ],
  [
    'What is the cheapest flight from New York, NY to Miami, FL on 2024-08-12?',
    'flight',
    tool({
      from: text('Origin, City, State'),
      to: text('Destination, City, State'),
      date: text('YYYY-MM-DD'),
    }),
    { from: 'New York, NY', to: 'Miami, FL', date: '2024-08-12' },
  ],
  [
    'Calculate the work done by a force of 20 N over a distance of 5 m at an angle of 30 degrees',
    'work',
    tool({
      force: number('Force in newtons'),
      distance: number('Distance in meters'),
      angle: number('Angle in degrees'),
    }),
    { force: 20, distance: 5, angle: 30 },
  ],
  [
    'Set the thermostat in the bedroom to 21 degrees and turn on eco mode',
    'thermostat',
    tool(
      {
        room: text('Room, e.g. bedroom, kitchen'),
        temperature: number('Target temperature'),
        eco_mode: yesNo('Whether eco mode is on'),
      },
      ['room', 'temperature'],
    ),
    { room: 'bedroom', temperature: 21, eco_mode: true },
  ],
  [
    'Fetch the first 20 commits of the repository facebook/react by author gaearon',
    'commits',
    tool(
      {
        repository: text('Repository as owner/name'),
        author: text('Author'),
        limit: integer('Number of commits'),
      },
      ['repository'],
    ),
    { repository: 'facebook/react', author: 'gaearon', limit: 20 },
  ],
  [
    'Give me the nutritional info for 200 grams of brown rice',
    'nutrition',
    tool({ food: text('Name of the food'), grams: integer('Amount in grams') }),
    { food: 'brown rice', grams: 200 },
  ],
  [
    'Find yoga classes near Santa Monica on weekday mornings for beginners',
    'classes',
    tool({
      activity: text('Activity, e.g. yoga, pilates'),
      location: text('City or area'),
      level: text('Level', { enum: ['beginner', 'intermediate', 'advanced'] }),
    }),
    { activity: 'yoga', location: 'Santa Monica', level: 'beginner' },
  ],
  [
    'Create a database called inventory with columns id, name, price and stock',
    'create_table',
    tool({ name: text('Name of the database'), columns: list(text(), 'Names of the columns') }),
    { name: 'inventory', columns: ['id', 'name', 'price', 'stock'] },
  ],
  [
    'Reserve a table for 4 at Nobu tomorrow at 7:30 pm',
    'reserve',
    tool({
      restaurant: text('Name of the restaurant'),
      party_size: integer('Number of guests'),
      date: text('YYYY-MM-DD'),
      time: text('HH:MM'),
    }),
    { restaurant: 'Nobu', party_size: 4, date: '2024-03-07', time: '19:30' },
  ],
  [
    'Compare prices of iPhone 15 and Galaxy S24 on Amazon',
    'compare',
    tool({ products: list(text(), 'Products to compare'), store: text('Online store, e.g. Amazon, eBay') }),
    { products: ['iPhone 15', 'Galaxy S24'], store: 'Amazon' },
  ],
  [
    'What is the market share of Toyota in Europe for 2022?',
    'share',
    tool({ company: text('Company'), region: text('Region'), year: integer('Year') }),
    { company: 'Toyota', region: 'Europe', year: 2022 },
  ],
  [
    'How many vowels are in the word "onomatopoeia"?',
    'count_vowels',
    tool({ word: text('The word') }),
    { word: 'onomatopoeia' },
  ],
  [
    'Draw a 5-card poker hand for three players: Ann, Ben and Cid',
    'deal',
    tool({ players: list(text(), 'Names of the players'), cards: integer('Cards per player') }),
    { players: ['Ann', 'Ben', 'Cid'], cards: 5 },
  ],
  [
    'I would like a 2-hour deep tissue massage on Friday at 16:00',
    'massage',
    tool({
      type: text('Type of massage, e.g. Swedish, deep tissue'),
      duration_minutes: integer('Duration in minutes'),
      date: text('YYYY-MM-DD'),
      time: text('HH:MM'),
    }),
    { type: 'deep tissue', duration_minutes: 120, date: '2024-03-08', time: '16:00' },
  ],
  [
    'Get the current exchange rate for GBP to INR',
    'rate',
    tool({ base: text('Base currency code'), quote: text('Quote currency code') }),
    { base: 'GBP', quote: 'INR' },
  ],
  [
    'Update the email of customer 4711 to new@mail.org',
    'update_customer',
    tool({ customer_id: integer('ID of the customer'), email: text('New email') }),
    { customer_id: 4711, email: 'new@mail.org' },
  ],
  [
    'Track my workout: 30 minutes of running and 20 minutes of cycling',
    'workout',
    tool({
      activities: list(
        tool({ name: text('Activity'), minutes: integer('Duration in minutes') }),
        'Activities',
      ),
    }),
    {
      activities: [
        { name: 'running', minutes: 30 },
        { name: 'cycling', minutes: 20 },
      ],
    },
  ],
  [
    'Set up a server with 16 GB of RAM, 4 CPUs and 500 GB of disk running Ubuntu',
    'server',
    tool({
      ram_gb: integer('Memory in GB'),
      cpus: integer('Number of CPUs'),
      disk_gb: integer('Disk size in GB'),
      os: text('Operating system, e.g. Ubuntu, Debian'),
    }),
    { ram_gb: 16, cpus: 4, disk_gb: 500, os: 'Ubuntu' },
  ],
  [
    'Open a savings account for Jane Doe born on 1990-07-21 with an initial deposit of $1,200',
    'open_account',
    tool({
      customer: tool({ name: text('Full name'), birth_date: text('Date of birth', { format: 'date' }) }),
      account_type: text('Type of account', { enum: ['savings', 'checking'] }),
      initial_deposit: number('Initial deposit'),
    }),
    {
      customer: { name: 'Jane Doe', birth_date: '1990-07-21' },
      account_type: 'savings',
      initial_deposit: 1200,
    },
  ],
  [
    'Analyze customer feedback from the last quarter for the product SmartWatch X and focus on battery life and comfort',
    'feedback',
    tool({
      product: text('Name of the product'),
      period: text('Time period'),
      aspects: list(text(), 'Aspects to focus on'),
    }),
    { product: 'SmartWatch X', period: 'last quarter', aspects: ['battery life', 'comfort'] },
  ],
  [
    'Plan a trip to Kyoto for 4 people from April 2 to April 9, 2024 with a budget of 3000 dollars, interested in temples and gardens',
    'trip',
    tool({
      destination: text('Destination city'),
      travelers: integer('Number of travelers'),
      dates: tool({ start: text('Start date YYYY-MM-DD'), end: text('End date YYYY-MM-DD') }),
      budget: number('Budget in dollars'),
      interests: list(text(), 'Interests'),
    }),
    {
      destination: 'Kyoto',
      travelers: 4,
      dates: { start: '2024-04-02', end: '2024-04-09' },
      budget: 3000,
      interests: ['temples', 'gardens'],
    },
  ],
  [
    'A car accelerates from 0 to 60 mph in 8 seconds. What is its acceleration?',
    'acceleration',
    tool({
      initial_velocity: integer('Initial velocity in mph'),
      final_velocity: integer('Final velocity in mph'),
      time: integer('Time in seconds'),
    }),
    { initial_velocity: 0, final_velocity: 60, time: 8 },
  ],
  [
    'Calculate the future value of an investment of $2500 with an interest rate of 3.2% compounded annually after 12 years',
    'future_value',
    tool({
      present_value: integer('Present value'),
      interest_rate: number('Interest rate'),
      periods: integer('Number of periods'),
    }),
    { present_value: 2500, interest_rate: 0.032, periods: 12 },
  ],
  [
    'How many ways can you choose 3 books out of 8?',
    'combinations',
    tool({ n: integer('Total number of items'), k: integer('Number of items to choose') }),
    { n: 8, k: 3 },
  ],
  [
    'What is the permutation of 7 items taken 2 at a time?',
    'permutation',
    tool({ n: integer('Total number of items'), r: integer('Items taken at a time') }),
    { n: 7, r: 2 },
  ],
  [
    'Calculate the kinetic energy of a 1500 kg car moving at 25 meters per second',
    'kinetic_energy',
    tool({ mass: number('Mass in kilograms'), velocity: number('Velocity in meters per second') }),
    { mass: 1500, velocity: 25 },
  ],
  [
    'Compute the volume of a cylinder with radius 4 and height 9, rounded to 2 decimal places',
    'cylinder',
    tool({ radius: number('Radius'), height: number('Height'), decimals: integer('Decimal places') }, [
      'radius',
      'height',
    ]),
    { radius: 4, height: 9, decimals: 2 },
  ],
  [
    'Find the value of x when 3x + 7 = 22',
    'solve',
    tool({ equation: text('The equation to solve') }),
    { equation: '3x + 7 = 22' },
  ],
  [
    'Integrate x^2 from 0 to 3 using 100 intervals',
    'integrate',
    tool({
      function: text('Function to integrate'),
      lower: number('Lower limit'),
      upper: number('Upper limit'),
      intervals: integer('Number of intervals'),
    }),
    { function: 'x^2', lower: 0, upper: 3, intervals: 100 },
  ],
  [
    'What is the pressure of 2 moles of gas in a 10 liter container at 300 Kelvin?',
    'ideal_gas',
    tool({
      moles: number('Amount in moles'),
      volume: number('Volume in liters'),
      temperature: number('Temperature in Kelvin'),
    }),
    { moles: 2, volume: 10, temperature: 300 },
  ],
  [
    'Calculate the gravitational force between two objects of mass 5 kg and 10 kg that are 2 meters apart',
    'gravity',
    tool({
      mass1: number('Mass of the first object in kg'),
      mass2: number('Mass of the second object in kg'),
      distance: number('Distance between them in meters'),
    }),
    { mass1: 5, mass2: 10, distance: 2 },
  ],
  [
    'Roll two dice 50 times',
    'dice',
    tool({ dice: integer('Number of dice'), rolls: integer('Number of rolls') }),
    { dice: 2, rolls: 50 },
  ],
  [
    'What is the standard deviation of 4, 8, 15, 16, 23 and 42?',
    'std',
    tool({ data: list(number(), 'Data points') }),
    { data: [4, 8, 15, 16, 23, 42] },
  ],
  [
    'If I invest 200 dollars every month at 6% for 15 years, how much will I have?',
    'savings',
    tool({
      monthly_contribution: integer('Contribution per month'),
      annual_rate: number('Annual return as a decimal'),
      years: integer('Number of years'),
    }),
    { monthly_contribution: 200, annual_rate: 0.06, years: 15 },
  ],
  [
    'Calculate the tip for a bill of 84.50 with 18 percent split between 4 people',
    'tip',
    tool({
      bill: number('Bill amount'),
      tip_percent: number('Tip percentage'),
      people: integer('Number of people'),
    }),
    { bill: 84.5, tip_percent: 18, people: 4 },
  ],
  [
    'A solution has 5 grams of salt in 250 ml of water. What is its concentration?',
    'concentration',
    tool({
      solute_mass: number('Mass of the solute in grams'),
      volume: number('Volume of the solvent in milliliters'),
    }),
    { solute_mass: 5, volume: 250 },
  ],
  [
    'Predict the population after 10 years if it starts at 50000 and grows 2% per year',
    'population_growth',
    tool({
      initial: integer('Initial population'),
      rate: number('Annual growth rate'),
      years: integer('Number of years'),
    }),
    { initial: 50000, rate: 0.02, years: 10 },
  ],
  [
    'Find the distance between the points (1, 2) and (4, 6)',
    'dist',
    tool({
      x1: number('x of the first point'),
      y1: number('y of the first point'),
      x2: number('x of the second point'),
      y2: number('y of the second point'),
    }),
    { x1: 1, y1: 2, x2: 4, y2: 6 },
  ],
  [
    'How long does it take to drive 240 miles at 60 mph?',
    'drive_time',
    tool({ distance: number('Distance in miles'), speed: number('Speed in mph') }),
    { distance: 240, speed: 60 },
  ],
  [
    'Convert the binary number 101101 to decimal',
    'convert_base',
    tool(
      {
        number: text('The number'),
        from_base: integer('Base of the number, e.g. 2 for binary', { enum: [2, 8, 10, 16] }),
        to_base: integer('Target base', { enum: [2, 8, 10, 16] }),
      },
      ['number'],
    ),
    { number: '101101', from_base: 2 },
  ],
  [
    'Generate 5 random integers between 1 and 100',
    'random_ints',
    tool({
      count: integer('How many numbers'),
      min: integer('Smallest value'),
      max: integer('Largest value'),
    }),
    { count: 5, min: 1, max: 100 },
  ],
  [
    'Calculate the area of a trapezoid with bases 6 and 10 and height 4',
    'trapezoid',
    tool({ base1: number('First base'), base2: number('Second base'), height: number('Height') }),
    { base1: 6, base2: 10, height: 4 },
  ],
  [
    'What is the probability of drawing 2 aces from a deck of 52 cards?',
    'draw',
    tool({ aces: integer('Number of aces to draw'), deck_size: integer('Number of cards in the deck') }),
    { aces: 2, deck_size: 52 },
  ],
  [
    'Calculate BMI for a weight of 154 pounds and a height of 5.9 feet',
    'bmi',
    tool({ weight_lb: number('Weight in pounds'), height_ft: number('Height in feet') }),
    { weight_lb: 154, height_ft: 5.9 },
  ],
  [
    'Show me 15 products sorted by price between $20 and $80',
    'products',
    tool({
      limit: integer('Number of products'),
      min_price: number('Lowest price'),
      max_price: number('Highest price'),
      sort_by: text('Sort key', { enum: ['price', 'rating', 'name'] }),
    }),
    { limit: 15, min_price: 20, max_price: 80, sort_by: 'price' },
  ],
  [
    'What are the symptoms of iron deficiency in adults?',
    'symptoms',
    tool({ condition: text('The medical condition'), group: text('Group of people') }),
    { condition: 'iron deficiency', group: 'adults' },
  ],
  [
    'Find the average lifespan of a golden retriever',
    'lifespan',
    tool({ breed: text('The breed of the animal') }),
    { breed: 'golden retriever' },
  ],
  [
    'Design a logo in minimalist style with a fox as the mascot',
    'logo',
    tool({ style: text('Style of the logo'), mascot: text('The mascot') }),
    { style: 'minimalist', mascot: 'fox' },
  ],
  [
    'Get the latest news about electric vehicles in Norway',
    'news',
    tool({ topic: text('Topic of the news'), country: text('Country') }),
    { topic: 'electric vehicles', country: 'Norway' },
  ],
  [
    'Identify the era of the dinosaur Tyrannosaurus Rex',
    'dino',
    tool({ dinosaur: text('Name of the dinosaur') }),
    { dinosaur: 'Tyrannosaurus Rex' },
  ],
  [
    'Find a plumber for a leaking pipe in Boston',
    'plumber',
    tool({ issue: text('The problem to fix'), city: text('City') }),
    { issue: 'leaking pipe', city: 'Boston' },
  ],
  [
    'What is the function of mitochondria in plant cells?',
    'cell_function',
    tool({ organelle: text('The organelle'), cell_type: text('Type of the cell, e.g. plant, animal') }),
    { organelle: 'mitochondria', cell_type: 'plant' },
  ],
  [
    'Suggest a workout for back pain relief that takes 20 minutes',
    'workout',
    tool({ goal: text('Goal of the workout'), minutes: integer('Length in minutes') }),
    { goal: 'back pain relief', minutes: 20 },
  ],
  [
    'Who painted the Starry Night?',
    'painter',
    tool({ painting: text('Name of the painting') }),
    { painting: 'Starry Night' },
  ],
  [
    'How do I grow tomatoes in clay soil?',
    'gardening',
    tool({ plant: text('The plant'), soil: text('Type of soil, e.g. clay, sand') }),
    { plant: 'tomatoes', soil: 'clay' },
  ],
  [
    'Give me the definition of the word serendipity',
    'define',
    tool({ word: text('The word to define') }),
    { word: 'serendipity' },
  ],
  [
    'Check the traffic on Highway 101 near San Jose',
    'traffic',
    tool({ road: text('Name of the road'), city: text('Nearest city') }),
    { road: 'Highway 101', city: 'San Jose' },
  ],
  [
    'Find a hotel with a swimming pool and free wifi in Lisbon',
    'hotel',
    tool({ city: text('City'), amenities: list(text(), 'Amenities') }),
    { city: 'Lisbon', amenities: ['swimming pool', 'free wifi'] },
  ],
  [
    'What is the punishment for speeding in Texas?',
    'law',
    tool({ offense: text('The offense'), state: text('State') }),
    { offense: 'speeding', state: 'Texas' },
  ],
  [
    'Recommend a red wine to go with grilled salmon',
    'wine',
    tool({ wine_type: text('Type of wine, e.g. red, white'), dish: text('The dish') }),
    { wine_type: 'red', dish: 'grilled salmon' },
  ],
  [
    'Find a classical concert in Vienna this weekend',
    'concert',
    tool({ genre: text('Genre'), city: text('City'), time: text('When, e.g. tonight, this weekend') }, [
      'genre',
      'city',
    ]),
    { genre: 'classical', city: 'Vienna', time: 'this weekend' },
  ],
  [
    'What is the migration route of the Arctic tern?',
    'migration',
    tool({ species: text('The species') }),
    { species: 'Arctic tern' },
  ],
  [
    'Order a medium latte with oat milk',
    'coffee',
    tool(
      {
        drink: text('Name of the drink'),
        size: text('Size', { enum: ['small', 'medium', 'large'] }),
        milk: text('Type of milk, e.g. oat, soy, whole'),
      },
      ['drink', 'size'],
    ),
    { drink: 'latte', size: 'medium', milk: 'oat' },
  ],
  [
    'How is the job market for data scientists in Canada?',
    'jobs',
    tool({ occupation: text('The occupation'), country: text('Country') }),
    { occupation: 'data scientists', country: 'Canada' },
  ],
  ['Find the synonym of happy', 'synonym', tool({ word: text('The word') }), { word: 'happy' }],
  [
    'Analyze the sentiment of the review "The food was great but slow"',
    'sentiment',
    tool({ text: text('Text to analyze') }),
    { text: 'The food was great but slow' },
  ],
  [
    'Compress the file backup.tar using gzip',
    'compress',
    tool({ file: text('File to compress'), method: text('Method, e.g. gzip, zip') }),
    { file: 'backup.tar', method: 'gzip' },
  ],
  [
    'Change the font of the title to Arial in bold',
    'font',
    tool(
      {
        element: text('The element, e.g. title, paragraph'),
        font: text('Name of the font'),
        bold: yesNo('Whether it is bold'),
      },
      ['element', 'font'],
    ),
    { element: 'title', font: 'Arial', bold: true },
  ],
  [
    'What is the tallest mountain in South America?',
    'tallest',
    tool({ region: text('Region') }),
    { region: 'South America' },
  ],
  [
    'Turn the heating in the kitchen up to 23 degrees',
    'heating',
    tool({ room: text('Room, e.g. kitchen, bathroom'), temperature: number('Target temperature') }),
    { room: 'kitchen', temperature: 23 },
  ],
  [
    'Find a dentist in Palo Alto who accepts Delta Dental insurance',
    'dentist',
    tool(
      {
        city: text("City, in the format of 'City, State', such as 'Berkeley, CA'"),
        insurance: text('Insurance the dentist accepts'),
      },
      ['city'],
    ),
    { city: 'Palo Alto, CA', insurance: 'Delta Dental' },
  ],
  [
    'I need a one way ticket from Los Angeles to San Diego for 2 people on the 3rd of May, economy please',
    'bus',
    tool(
      {
        from_city: text("Departure city, in the format 'City, State', e.g. 'Fresno, CA'"),
        to_city: text("Arrival city, in the format 'City, State', e.g. 'Fresno, CA'"),
        passengers: integer('Number of passengers'),
        departure_date: text('Date in YYYY-MM-DD'),
        fare: text('Fare', { enum: ['Economy', 'Flexible'] }),
      },
      ['from_city', 'to_city', 'departure_date'],
    ),
    {
      from_city: 'Los Angeles, CA',
      to_city: 'San Diego, CA',
      passengers: 2,
      departure_date: '2024-05-03',
      fare: 'Economy',
    },
  ],
  [
    'Show me horror movies with Jamie Lee Curtis',
    'movies',
    tool(
      {
        genre: text('Genre', { enum: ['Horror', 'Comedy', 'Drama'] }),
        starring: text('Actor in the movie'),
        director: text('Director of the movie'),
      },
      ['genre'],
    ),
    { genre: 'Horror', starring: 'Jamie Lee Curtis' },
  ],
  [
    'Send $75 to Maria from my savings account and keep it private',
    'pay',
    tool(
      {
        receiver: text('Name of the receiver'),
        amount: number('Amount in dollars'),
        account: text('Account to use', { enum: ['checking', 'savings'] }),
        private_visibility: yesNo('Whether the transaction is private'),
      },
      ['receiver', 'amount'],
    ),
    { receiver: 'Maria', amount: 75, account: 'savings', private_visibility: true },
  ],
  [
    'Play the song Yellow by Coldplay on the kitchen speaker',
    'play_song',
    tool(
      {
        track: text('Title of the song'),
        artist: text('Name of the artist'),
        device: text('Device to play on', { enum: ['kitchen', 'bedroom', 'patio'] }),
      },
      ['track'],
    ),
    { track: 'Yellow', artist: 'Coldplay', device: 'kitchen' },
  ],
  [
    'Find a house for 3 people in Austin with a rating of at least 4.2 and laundry',
    'house',
    tool(
      {
        where_to: text("Destination in the format 'City, State', such as 'Reno, NV'"),
        guests: integer('Number of guests'),
        rating: number('Minimum rating'),
        has_laundry_service: yesNo('Whether it has laundry service'),
      },
      ['where_to'],
    ),
    { where_to: 'Austin, TX', guests: 3, rating: 4.2, has_laundry_service: true },
  ],
  [
    'Retrieve the loan history for account number 5589201 between 2021-01-01 and 2021-12-31',
    'loans',
    tool({
      account_number: text('Account number'),
      start_date: text('Start date (YYYY-MM-DD)'),
      end_date: text('End date (YYYY-MM-DD)'),
    }),
    { account_number: '5589201', start_date: '2021-01-01', end_date: '2021-12-31' },
  ],
  [
    'Assess the noise level of the factory located in Detroit using a sampling rate of 48 kHz',
    'noise',
    tool({
      facility: text('Type of facility (e.g., factory, office)'),
      location: text('Location'),
      sampling_rate: number('Sampling rate in kHz'),
    }),
    { facility: 'factory', location: 'Detroit', sampling_rate: 48 },
  ],
  [
    'Register the patient "Tom Hill" with the blood type "O+" and the phone number "555-0199"',
    'register',
    tool({
      patient_name: text('Name of the patient'),
      blood_type: text('Blood type'),
      phone_number: text('Phone number'),
    }),
    { patient_name: 'Tom Hill', blood_type: 'O+', phone_number: '555-0199' },
  ],
  [
    'Get the exchange history of the ticker MSFT for the past 2 weeks with daily intervals',
    'ticker',
    tool(
      {
        symbol: text('Ticker symbol'),
        period: text('Time period, e.g. past 2 weeks'),
        interval: text('Interval', { enum: ['hourly', 'daily', 'weekly'] }),
      },
      ['symbol'],
    ),
    { symbol: 'MSFT', period: 'past 2 weeks', interval: 'daily' },
  ],
  [
    'Cancel my subscription to the Premium plan effective immediately',
    'cancel',
    tool(
      {
        plan: text('Name of the plan', { enum: ['Basic', 'Standard', 'Premium'] }),
        immediate: yesNo('Whether it ends immediately'),
      },
      ['plan'],
    ),
    { plan: 'Premium', immediate: true },
  ],
];

describe('requests in English give all their values', () => {
  test.each(cases)('%s', (request, name, parameters, expected) => {
    expect(fillParameters(request, parameters, { tool: { name }, now }).arguments).toEqual(expected);
  });
});
