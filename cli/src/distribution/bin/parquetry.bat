@echo off
rem Starts parquetry. Needs Java 17 or newer, and nothing else: JAVA_HOME, or the java of the PATH.
rem PARQUETRY_CLASSPATH has more jars, such as those of a Hadoop file system; PARQUETRY_JAVA_OPTS options of Java.
setlocal
set "java=java"
if not "%JAVA_HOME%"=="" set "java=%JAVA_HOME%\bin\java"
set "program=-jar "%~dp0..\lib\parquetry.jar""
if not "%PARQUETRY_CLASSPATH%"=="" set "program=-cp "%~dp0..\lib\parquetry.jar;%PARQUETRY_CLASSPATH%" io.parquetry.cli.Main"
"%java%" -XX:+UseSerialGC -Xshare:auto %PARQUETRY_JAVA_OPTS% %program% %*
exit /b %errorlevel%
